import { nameKey } from './words.ts';

/** What the value of a concept is, and so how it is read. */
export type ConceptKind =
  | 'text'
  /** Texts that sources word differently, such as titles: two that differ are no contradiction. */
  | 'prose'
  | 'money'
  | 'number'
  | 'date'
  | 'duration'
  | 'availability'
  | 'url'
  /** Where somebody is on the web: of a firm, not of a product. */
  | 'site'
  | 'image'
  | 'list';

/** A thing that people ask for under many names. */
export interface Concept {
  readonly kind: ConceptKind;
  /** Keys (`nameKey`) of names that mean it, of fields as of labels. */
  readonly names: ReadonlySet<string>;
  /** Where schema.org has it, seen from the thing described or from a part of it; the first that has a value counts. */
  readonly paths: readonly (readonly string[])[];
  /** Names of `meta` elements that hold it. */
  readonly metas: readonly string[];
}

/** A concept a line: what it is, names that mean it, paths in schema.org, names of `meta` elements. */
const table = `
prose: name, title, headline, heading, product name, product title, article title, page title, post title, event name, recipe name, dish name, full name, titel, nom, nombre = headline, name, title = og:title
prose: description, short description, product description, meta description, abstract, beschreibung = description, abstract = description, og:description
text: author, byline, author name, written by, writer, creator, autor, auteur = author, creator = author, article:author, dc.creator
text: publisher, publisher name, publication = publisher
date: date published, published, publication date, publish date, published at, published date, published on, pub date, date posted, posted, posted at, posted on, posting date, post date, date, veröffentlicht, release date, released, date created, created at, upload date = datePublished, datePosted, uploadDate, releaseDate, dateCreated = article:published_time, datepublished, dc.date
date: date modified, modified, last modified, updated, last updated, updated at, date updated, modified date, update date = dateModified = article:modified_time, og:updated_time, datemodified
list: keyword, tag, topic = keywords = keywords, article:tag
text: section, article section, category, product category, section name, category name, kategorie = articleSection, category, recipeCategory, genre = article:section, product:category
text: language, content language, in language = inLanguage
number: word count = wordCount
money: price, cost, amount, sale price, selling price, current price, product price, item price, price amount, price value, ticket price, preis, prix, precio = offers.price, offers.priceSpecification.price, offers.offers.price, price, priceSpecification.price = product:price:amount, og:price:amount
money: low price, lowest price, minimum price, min price, price from, starting price, price low = offers.lowPrice, lowPrice
money: high price, highest price, maximum price, max price, price to, price high = offers.highPrice, highPrice
text: currency, price currency, currency code, währung = offers.priceCurrency, offers.priceSpecification.priceCurrency, offers.offers.priceCurrency, priceCurrency, currency = product:price:currency, og:price:currency
availability: availability, in stock, available, stock status, is available, is in stock, stock, availability status, verfügbarkeit = offers.availability, availability = product:availability, og:availability
availability: remote, is remote, remote work, work from home, telecommute = jobLocationType
text: condition, item condition, product condition = itemCondition, offers.itemCondition = product:condition
text: brand, brand name, manufacturer, maker, make, marke, hersteller = brand, manufacturer = product:brand, og:brand
text: sku, article number, item number, stock keeping unit, product code, artikelnummer = sku, offers.sku = product:retailer_item_id
text: mpn, manufacturer part number, part number, model number = mpn
text: model, model name = model
text: gtin, ean, upc, barcode, gtin 13, gtin 12, gtin 14, gtin 8 = gtin13, gtin, gtin14, gtin12, gtin8, offers.gtin13
text: color, colour, farbe = color = product:color
text: seller, seller name, vendor, merchant, sold by = offers.seller, seller
number: rating, rating value, average rating, aggregate rating, star, star rating, review score, score, user rating, review rating, avg rating = aggregateRating.ratingValue, reviewRating.ratingValue, ratingValue = og:rating, product:rating:value
number: review count, rating count, number of review, number of rating, total review, num review, review total = aggregateRating.reviewCount, aggregateRating.ratingCount, reviewCount, ratingCount
number: best rating, max rating, rating scale = aggregateRating.bestRating, bestRating
image: image, image url, photo, picture, main image, thumbnail, thumbnail url, cover, cover image, product image, bild = image, thumbnailUrl, photo = og:image, twitter:image
image: logo, logo url = logo, publisher.logo
url: url, link, permalink, canonical url, page url, product url, web address = url, item.url = og:url
site: website, homepage, site, webpage, official website, website url, homepage url = url, sameAs
text: telephone, phone, phone number, tel, telephone number, contact number, telefon, teléfono = telephone, contactPoint.telephone = business:contact_data:phone_number
text: fax, fax number = faxNumber
text: email, e mail, mail, email address, contact email = email, contactPoint.email = business:contact_data:email
text: address, postal address, street address full, full address, location address, adresse, dirección = address, location.address, jobLocation.address
text: street, street address, address line, address street, straße = address.streetAddress, location.address.streetAddress, jobLocation.address.streetAddress, streetAddress = business:contact_data:street_address
text: city, town, locality, address locality, address city, stadt, ort, ville, ciudad = address.addressLocality, location.address.addressLocality, jobLocation.address.addressLocality, addressLocality = business:contact_data:locality
text: region, state, province, address region, address state = address.addressRegion, location.address.addressRegion, jobLocation.address.addressRegion, addressRegion = business:contact_data:region
text: postal code, zip, zip code, postcode, plz, post code = address.postalCode, location.address.postalCode, jobLocation.address.postalCode, postalCode = business:contact_data:postal_code
text: country, address country, country name = address.addressCountry, location.address.addressCountry, jobLocation.address.addressCountry, addressCountry = business:contact_data:country_name
number: latitude, lat, geo lat = geo.latitude, location.geo.latitude, latitude = place:location:latitude
number: longitude, lng, lon, long, geo lng = geo.longitude, location.geo.longitude, longitude = place:location:longitude
text: price range, price level = priceRange
list: opening hour, hour, business hour, opening time, hour of operation, öffnungszeiten = openingHours
list: cuisine, serve cuisine, recipe cuisine, serf cuisine = servesCuisine, recipeCuisine
list: ingredient, recipe ingredient, zutaten = recipeIngredient, ingredients
list: instruction, step, direction, recipe instruction, method, preparation step = recipeInstructions, step
duration: prep time, preparation time, zubereitungszeit = prepTime
duration: cook time, cooking time, kochzeit, baking time = cookTime
duration: total time, time total, overall time, ready in = totalTime
duration: duration, length, running time, runtime, run time, video length = duration, timeRequired = video:duration
text: yield, serving, portion, recipe yield, number of serving, serf = recipeYield, yield
number: calory, kcal, calorie, calory per serving, calorie per serving = nutrition.calories, calories
date: start date, start, start time, event date, starting at, begin, start at, date start, event start, when = startDate
date: end date, end, end time, ending at, end at, date end, event end = endDate
text: location, venue, place, venue name, location name, event location, where = location.name, jobLocation.address, contentLocation, location
text: organizer, organiser, host, organizer name, hosted by = organizer
list: performer, artist, lineup, act, speaker = performer
text: company, company name, employer, hiring organization, hiring company, organization, employer name, arbeitgeber = hiringOrganization, worksFor, organization
text: employment type, job type, contract type, type of employment = employmentType
date: valid through, application deadline, deadline, closing date, apply by, expire, expiration date, expiry date = validThrough
money: salary, base salary, pay = baseSalary.value.value, baseSalary.value, baseSalary
money: min salary, minimum salary, salary min, salary from = baseSalary.value.minValue, baseSalary.minValue
money: max salary, maximum salary, salary max, salary to = baseSalary.value.maxValue, baseSalary.maxValue
text: salary currency = baseSalary.currency
text: isbn = isbn, workExample.isbn = book:isbn
number: page count, number of page, page, num page = numberOfPages
list: actor, cast, starring = actor, actors
text: director, directed by, film director = director
list: genre = genre
text: question, question text = name, text
text: answer, answer text, accepted answer = acceptedAnswer.text, suggestedAnswer.text, text
prose: review text, review body, comment, body, text, content, review = reviewBody, articleBody, text
list: faq, question and answer, q and a, q a, frequently asked question, question = mainEntity
list: breadcrumb, breadcrumb trail, breadcrumb list = itemListElement
date: birth date, date of birth, birthday, born, birthdate = birthDate
date: death date, date of death, died = deathDate
text: birth place, place of birth, birthplace = birthPlace
text: nationality, citizenship = nationality
text: job title, position title, title of job, occupation, profession, role, job = title, jobTitle, hasOccupation
date: founding date, founded, established, founded in, founded on, foundation date, year founded = foundingDate
text: founder, founder name, founded by = founder
number: number of employee, employee count, employee, headcount = numberOfEmployees.value, numberOfEmployees
number: position, rank, index = position
text: operating system, os, platform = operatingSystem
text: version, software version, latest version, current version = softwareVersion, version
text: license, licence = license
text: site name, website name =  = og:site_name
`;

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Everything that matching knows beyond the names themselves. Names of schema.org (https://schema.org/docs/full.html), Open Graph and Dublin Core. */
export const concepts: readonly Concept[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [kind = '', rest = ''] = line.split(/:\s(.*)/s);
    const [names = [], paths = [], metas = []] = rest.split('=').map(listed);
    return {
      kind: kind as ConceptKind,
      names: new Set(names.map(nameKey)),
      paths: paths.map((path) => path.split('.')),
      metas,
    };
  });

const byName = new Map<string, Concept[]>();
for (const concept of concepts) {
  for (const name of concept.names) byName.set(name, [...(byName.get(name) ?? []), concept]);
}

/** Concepts that a key names: more than one where people use a word for several things. */
export const conceptsNamed = (key: string): readonly Concept[] => byName.get(key) ?? [];

/**
 * Words that make a name mean something else than the rest of it: another price than the price, a text that has to be made, a
 * form that has to be converted. A field that has one, which its concept does not know, stays open.
 */
export const qualifiers: ReadonlySet<string> = new Set(
  (
    'shipping delivery postage discount discounted old original previous former regular strikethrough per monthly yearly annual weekly ' +
    'tax vat excluding including net gross minimum maximum min max lowest highest cheapest first second third last next latest ' +
    'other another related similar competitor alternative average median total sum number count difference percent percentage ratio ' +
    'summary summarize summarise summarised summarized sentence translate translated translation convert converted sentiment tone slug lowercase uppercase ' +
    'initial abbreviation abbreviated symbol estimated inferred inference guess predict classify classification categorize without except only ' +
    'reviewer commenter editor photographer illustrator translator owner ceo cfo cto billing support sales press media ' +
    'reason why how opinion pro con advantage disadvantage comparison compare trend history secondary refurbished used deposit fee ' +
    'english german french spanish italian chinese japanese russian portuguese nickname alias surname firstname lastname middle maiden'
  )
    .split(/\s+/)
    .map((word) => nameKey(word)),
);
