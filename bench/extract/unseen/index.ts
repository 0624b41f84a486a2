import { goods } from './goods.ts';
import { heldOrdinary } from './held.ts';
import { heldTraps } from './held-traps.ts';
import { moreOrdinary } from './more-ordinary.ts';
import { textsAndPeople } from './texts-and-people.ts';
import { trapsOfPeople } from './traps-of-people.ts';
import { trapsOfPrice } from './traps-of-price.ts';
import { workAndEvents } from './work-and-events.ts';

export const unseenOrdinary = [...goods, ...workAndEvents, ...textsAndPeople, ...moreOrdinary];
export const unseenTraps = [...trapsOfPrice, ...trapsOfPeople];

export { heldOrdinary, heldTraps };
