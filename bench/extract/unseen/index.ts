import { goods } from './goods.ts';
import { moreOrdinary } from './more-ordinary.ts';
import { people } from './people.ts';
import { writings } from './texts.ts';
import { strangersEvents } from './strangers-events.ts';
import { strangersGoods } from './strangers-goods.ts';
import { strangersPlaces } from './strangers-places.ts';
import { strangersTexts } from './strangers-texts.ts';
import { trapsOfPeople } from './traps-of-people.ts';
import { trapsOfPrice } from './traps-of-price.ts';
import { workAndEvents } from './work-and-events.ts';

export const unseenOrdinary = [...goods, ...workAndEvents, ...writings, ...people, ...moreOrdinary];
export const unseenTraps = [...trapsOfPrice, ...trapsOfPeople];

/** Pages of another author, who had read none of the readers. */
export const strangersOrdinary = [
  ...strangersGoods,
  ...strangersTexts,
  ...strangersPlaces,
  ...strangersEvents,
];
