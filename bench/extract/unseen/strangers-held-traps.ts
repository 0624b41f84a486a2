import { unseen, type UnseenPage } from './unseen-page.ts';
import { jsonLd, wholePage as page } from './whole-page.ts';

/** Traps of the same hour as `strangers-held.ts`. */
export const strangersHeldTraps: readonly UnseenPage[] = [
  unseen(
    'https://u1.example/bag',
    { 'price:number': 48 },
    page(
      'en',
      'Bag',
      '',
      '<h1>Canvas bag</h1><p><span style="text-decoration:line-through">$60</span> $48</p>',
    ),
  ),
  unseen(
    'https://u2.example/kontakt',
    { firma: null, email: null },
    page('de', 'Kontakt', '', '<h1>Kontakt</h1><p>Schreiben Sie uns über das Formular.</p>'),
  ),
  unseen(
    'https://u3.example/chairs',
    { name: null, 'price:number': null },
    page(
      'en',
      'Chairs',
      '',
      `<h1>Chairs</h1><h3>Oak</h3><p>$80</p><h3>Pine</h3><p>$50</p><h3>Ash</h3><p>$70</p>`,
    ),
  ),
  unseen(
    'https://u4.example/about',
    { company: null, ceo: null },
    page('en', 'About', '', '<h1>About</h1><p>This page is being rewritten.</p>'),
  ),
  unseen(
    'https://u5.example/person',
    { job_title: null, name: 'Orla Byrne' },
    page('en', 'Orla Byrne', '', '<h1>Orla Byrne</h1><p>Email: orla@u5.example</p><p>Born: 1980</p>'),
  ),
  unseen(
    'https://u6.example/wohnung',
    { 'miete:number': null, 'zimmer:number': 2 },
    page('de', 'Wohnung', '', '<h1>Wohnung am Park</h1><p>Zimmer: 2</p><p>Miete: auf Anfrage</p>'),
  ),
  unseen(
    'https://u7.example/stuhl',
    { 'auf_lager:boolean': false },
    page(
      'de',
      'Stuhl',
      jsonLd(
        '"@type":"Product","name":"Stuhl","offers":{"@type":"Offer","availability":"https://schema.org/InStock"}',
      ),
      '<h1>Stuhl</h1><p>Ausverkauft</p>',
    ),
  ),
  unseen(
    'https://u8.example/salon',
    { 'date:date': null, lieu: 'Halle 2' },
    page('fr', 'Salon', '', '<h1>Salon du livre</h1><p>Date : à confirmer</p><p>Lieu : Halle 2</p>'),
  ),
  unseen(
    'https://u9.example/review',
    { author: null, 'rating:number': null },
    page(
      'en',
      'Blender',
      '',
      `<h1>Blender</h1><h2>Customer reviews</h2><p>Rating: 2</p><p>Author: grumpy77</p>`,
    ),
  ),
  unseen(
    'https://u10.example/tienda',
    { teléfono: '+34 600 11 22 33', fax: null },
    page('es', 'Tienda', '', '<h1>Tienda</h1><p>Teléfono: +34 600 11 22 33</p><p>Fax: no disponible</p>'),
  ),
  unseen(
    'https://u11.example/summary',
    { summary: null, location: null },
    page(
      'de',
      'Ferienhaus',
      '',
      `<h1>Ferienhaus Möwe</h1><h2>Location</h2><p>Ruhig, und doch nah am Strand!</p><h2>Preise</h2><p>Siehe unten</p>`,
    ),
  ),
  unseen(
    'https://u12.example/plan',
    { 'price:number': null, 'yearly_price:number': 90 },
    page('en', 'Plans', '', '<h1>Plans</h1><p>Yearly price: $90</p><p>From $9 a month, billed yearly.</p>'),
  ),
];
