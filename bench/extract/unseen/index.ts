import { goods } from './goods.ts';
import { moreOrdinary } from './more-ordinary.ts';
import { people } from './people.ts';
import { writings } from './texts.ts';
import { trapsOfPeople } from './traps-of-people.ts';
import { trapsOfPrice } from './traps-of-price.ts';
import { workAndEvents } from './work-and-events.ts';

export const unseenOrdinary = [...goods, ...workAndEvents, ...writings, ...people, ...moreOrdinary];
export const unseenTraps = [...trapsOfPrice, ...trapsOfPeople];
