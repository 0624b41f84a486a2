/** Words for kinds of pages. */
const things =
  'page|file|document|article|item|product|resource|content|post|topic|thread|entry|listing|profile|' +
  'user|account|video|job|event|recipe|story|record|result|url|address|link';

/** Titles and headings that say, as a whole, that a page does not exist. */
const titles = new RegExp(
  `^(?:${[
    '(?:http )?(?:error )?404(?: error)?(?: \\(?(?:page )?not found\\)?)?(?: error)?(?: 1)?',
    `(?:(?:oops|sorry|whoops),? )?(?:the |this |that )?(?:requested )?(?:${things})(?: you requested)?(?: ` +
      `(?:was|is|could|can))?(?: ?not|n't|n’t|not)(?: be)? found`,
    '(?:error )?(?:page )?not found',
    `(?:this |the )?(?:${things}) (?:does not|doesn't|doesn’t|no longer) exists?`,
    'seite (?:wurde )?nicht gefunden|(?:diese |die )?seite existiert nicht|artikel nicht (?:gefunden|mehr verfügbar)',
    'page (?:non trouvée|introuvable)|pagina (?:non trovata|niet gevonden)|página no encontrada|página não encontrada',
    'sidan hittades inte|siden (?:blev|ble) ikke fundet|strony nie znaleziono|страница не найдена',
    'ページが見つかりません(?:でした)?|页面不存在|找不到页面|找不到網頁|페이지를 찾을 수 없습니다',
  ].join('|')})$`,
);

const asked =
  "(?: (?:that |which )?(?:you(?:['’]re| are| were|['’]ve| have)?|we were) (?:looking " +
  'for|requested|trying to (?:reach|access|view|visit|open|find)|asked for|entered|followed|searched for))?';

/** A sentence that says that the requested page does not exist. It is about this page, and stands first. */
const sentences = new RegExp(
  `^(?:${[
    "(?:(?:we are |we['’]re |i['’]m |i am )?(?:so |very )?(?:sorry|oops|uh[- " +
      ']?oh|whoops|apologies|unfortunately)[,.!:…]* *(?:but )?)*' +
      `(?:the|this|that|your) (?:requested )?(?:${things})${asked} (?:(?:could|can|was|is|has) ` +
      `?(?:not|n['’]t)(?: been| be)? (?:found|available|located|exist)|(?:cannot|can['’]t) be ` +
      `(?:found|located|displayed)|(?:does not|doesn['’]t|did not|no longer) (?:seem to )?exists?|is no ` +
      `longer (?:available|here|online)|(?:may|might) (?:have been|be) (?:moved|removed|deleted))`,
    `(?:(?:we are |we['’]re )?sorry[,.!]* *(?:but )?)?we (?:could not|couldn['’]t|cannot|can['’]t|were ` +
      `unable to|are unable to) (?:find|locate) (?:the|that|this|your) (?:requested )?(?:${things})`,
    `(?:sorry[,.!]* *)?(?:there is|there['’]s|we have) no(?: such)? (?:${things}) (?:here|at this ` +
      `(?:address|url|location))`,
    `no such (?:${things})`,
    'nothing (?:was |is )?(?:found )?(?:here|at this (?:address|url|location))',
    '(?:leider )?(?:die|diese) (?:von ihnen )?(?:gesuchte |gewünschte |angeforderte |aufgerufene ' +
      ')?(?:seite|datei) (?:konnte (?:leider )?nicht gefunden werden|wurde (?:leider )?nicht ' +
      'gefunden|existiert (?:leider )?nicht|ist (?:leider )?nicht (?:mehr )?verfügbar)',
    '(?:désolée?[,.!]* *)?(?:la|cette) page (?:que vous (?:recherchez|cherchez|demandez|avez demandée) ' +
      "|demandée )?(?:est introuvable|n['’]existe (?:pas|plus)|n['’]a pas (?:été|pu être) trouvée)",
    '(?:lo sentimos[,.!]* *)?(?:la|esta) página (?:que (?:busca|buscas|está buscando|ha solicitado) ' +
      '|solicitada )?(?:no (?:existe|está disponible|se (?:ha encontrado|encuentra|encontró))|ya no existe)',
    '(?:desculpe[,.!]* *)?a página (?:que (?:você )?(?:procura|procurou|está procurando) |solicitada ' +
      ')?não (?:existe|foi encontrada)',
    '(?:la|questa) pagina (?:che (?:stai cercando|hai richiesto) |richiesta )?non (?:esiste|è stata ' +
      'trovata|è disponibile)',
    'de (?:gevraagde |opgevraagde )?pagina (?:die u zoekt |die je zoekt )?(?:bestaat niet|is niet ' +
      'gevonden|kan niet worden gevonden)',
  ].join('|')})`,
  'i',
);

/** Sellers of a domain name show nothing else on it. */
const parked =
  /(?:this|the) (?:web ?site|domain(?: name)?|site)(?: \S{1,80})? (?:is|may be|has been) (?:for sale|parked|registered (?:at|with|by))|(?:buy|purchase|make an offer (?:on|for)|inquire about) this domain|domain (?:name )?(?:is )?(?:for sale|parking)|parked (?:free|domain|page)|diese domain (?:steht zum verkauf|ist geparkt)|ce (?:nom de )?domaine est à vendre|este dominio está (?:en venta|a la venta)/i;

const closed =
  /^(?:(?:the |this |our )?(?:web ?site|site|service|page|shop|store|system)? ?(?:is )?(?:currently |temporarily )?(?:(?:down |closed |offline )?for |undergoing |under |in )(?:scheduled |planned |routine |site )?maintenance(?: mode| work| break)?|(?:scheduled|site|planned) maintenance|maintenance mode|(?:we[’']ll|we will) be (?:right )?back(?: soon| shortly)?|be right back|(?:site|website|web site|service|page) (?:is )?(?:temporarily|currently) (?:unavailable|down|offline|closed)|(?:temporarily|currently) (?:unavailable|down|offline|closed for maintenance)|wartungs(?:arbeiten|modus|pause)|(?:site |page )?en (?:cours de )?(?:maintenance|mantenimiento)|(?:sito )?in manutenzione|em manutenção)$/;

/** What stands in place of a page although the host answered with success. */
export type Excuse = 'missing' | 'parked' | 'maintenance';

/** A longer page with such a sentence says something else as well. */
const sentenceCharactersMax = 600;

const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[#>*+\-\s]+/gm, '')
    .replace(/[*_`\\]/g, '');

/** Returns the sentences of a short text. */
const sentencesOf = (text: string): string[] =>
  text.split(/\n+|(?<=[.!?…])\s+/).map((sentence) => sentence.trim());

/**
 * Returns what a short page says it is; null for an ordinary page. `titled` are the parts of its title and heading, in
 * lower case.
 */
export const detectExcuse = (titled: readonly string[], markdown: string): Excuse | null => {
  if (titled.some((part) => titles.test(part))) return 'missing';
  if (markdown.length > sentenceCharactersMax) return null;
  if (titled.some((part) => closed.test(part))) return 'maintenance';
  if (/^```|^ {4}/m.test(markdown)) return null;
  const text = plain(markdown);
  if (
    sentencesOf(text)
      .slice(0, 4)
      .some((sentence) => sentences.test(sentence))
  )
    return 'missing';
  return parked.test(text) || titled.some((part) => parked.test(part)) ? 'parked' : null;
};
