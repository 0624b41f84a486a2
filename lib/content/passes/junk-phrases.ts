/**
 * Lines between the paragraphs of articles that are no part of the text, in the languages of most pages. They match
 * whole lines, or the beginnings of short lines, because the words themselves are ordinary.
 */
const wholeLines = [
  'advert|advertisements?|advertising|ad|sponsored(?: content)?|promoted|paid ' +
    'content|anzeige|werbung|publicité|publicidad|anuncio|pubblicità|reklama?|reclame|iklan|реклама|広告|' +
    '广告|廣告|광고|reklam|annons|mainos|annonse|annonce|إعلان|إعلانات|διαφήμιση',
  '(?:advertisement|story|article|text)[ ,:–-]*(?:scroll|continues?|keep reading).*|(?:continue|keep) ' +
    'reading.*|scroll (?:down )?to continue.*',
  'read (?:more|full (?:article|story)|next|also)|see (?:more|all)|view (?:all|more|gallery)|learn ' +
    'more|show more|load more|mehr (?:lesen|erfahren)|weiterlesen|lire (?:la suite|aussi)|leer más|lea ' +
    'también|leia (?:mais|também)|leggi (?:anche|di più)|lees (?:meer|ook)|читать ' +
    '(?:далее|также|дальше)|читайте также|続きを読む|もっと見る|阅读更多|baca juga|selengkapnya|læs (?:også|mere)|läs ' +
    '(?:också|mer)|les (?:også|mer)|czytaj (?:także|też|więcej)',
  '(?:image|photo|slide|video)s? \\d+ (?:of|/).{0,12}|\\d+ (?:of|/) \\d+|enlarge image|(?:click|tap) ' +
    '(?:here|to).{0,80}',
  'this (?:slideshow|site|page|video|content) requires javascript.*|please enable javascript.*|(?:your ' +
    'browser|video) (?:does not|is not) support.*',
  '(?:.{0,60}[/|,] ?)?(?:getty images|reuters|associated press|ap(?: ' +
    'photo)?|afp|shutterstock|istock(?:photo)?|alamy|epa|picture alliance|dpa)(?: ?[/|].{0,60})?',
  '(?:this|our) (?:web)?site uses cookies.*',
  '(?:view |see )?(?:author|full) (?:archive|bio|profile)|e-?mail the author|follow on twitter|report ' +
    '(?:an? )?(?:error|typo|mistake)',
];

/** Names of buttons. In a list or as a heading the same words may name functions, values or chapters. */
const buttonNames = [
  'share|share (?:this|on|via).*|tweet|print|email|e-mail|save|copy ' +
    'link|teilen|drucken|partager|compartir|compartilhar|condividi|поделиться|シェア|分享',
  'close|dismiss|back to top|top|caption|loading\\.*|more',
  '(?:view|see|show) (?:details|product|item|options)|quick (?:view|shop|buy|add|look)|add (?:item )?to ' +
    '(?:cart|bag|basket|trolley|wish ?list|favou?rites|compare)|(?:select|choose) options?|buy now|' +
    'in den warenkorb|zum (?:produkt|artikel|angebot)|ajouter au panier|voir (?:le produit|les options)|añadir al ' +
    'carrito|añadir a la cesta|ver (?:producto|detalles|opciones)|adicionar ao carrinho|aggiungi al carrello|in ' +
    'winkel(?:wagen|mand)|bekijk (?:product|details)|lägg i (?:varukorg|kundvagn)|læg i kurv|dodaj do koszyka|в ' +
    'корзину|カートに入れる|加入购物车|加入購物車|장바구니 담기',
];

const beginnings = [
  '(?:related|also read|read also|read more|see more|more (?:on|from|about)|recommended|also see|also ' +
    "on|watch(?: now)?|listen(?: now)?|must read|don’t miss|don't miss|editor['’]s picks?)\\s*[:|»›–-]",
  '(?:siehe auch|mehr zum thema|lesen sie auch|lire aussi|à lire aussi|lea también|te puede ' +
    'interesar|leia também|leia mais|leggi anche|lees ook|читайте также|baca juga|läs också|czytaj ' +
    'także|関連記事)\\s*[:|»›–-]?',
  '(?:follow|like|join|find|watch|connect with) (?:us|me|him|her|them|\\S+(?: \\S+)?) on ' +
    '(?:twitter|facebook|instagram|youtube|linkedin|whatsapp|telegram|tiktok|x\\b)|(?:follow|like|join|find) ' +
    '(?:us|me) on\\b|follow @|sign up (?:for|to|here)|subscribe (?:to|now|here)|get (?:the|our) ' +
    '(?:latest|best|newsletter)|join (?:our|the) (?:newsletter|mailing)|download (?:the|our) app',
  '(?:filed|posted) ' +
    '(?:under|in)\\b|tags?\\s*:|categor(?:y|ies)\\s*:|topics\\s*:|keywords?\\s*:|schlagwörter\\s*:|' +
    'étiquettes\\s*:|etiquetas\\s*:|метки\\s*:',
  '(?:image|photo|picture|foto|bild|quelle|source|crédit|credit|courtesy)(?: ' +
    '(?:credits?|source|copyright|caption|by|from|courtesy))?\\s*[:©]|(?:image|photo) ' +
    '(?:copyright|caption|credit)\\b|©|\\((?:image|photo|foto)[: ]',
  '(?:last )?(?:updated|modified|published|posted|first published)(?: on| at)?\\s*[:\\d]',
];

const whole = new RegExp(`^(?:${wholeLines.join('|')})\\s*[.…:»›→>-]*$`, 'iu');
const button = new RegExp(`^(?:${buttonNames.join('|')})$`, 'iu');
const beginning = new RegExp(`^[\\s•►▶»›*–-]*(?:${beginnings.join('|')})`, 'iu');

/** Most characters of a line whose beginning can make it junk; a longer line says something as well. */
const beginningCharactersMax = 120;

/** A line with this share of links leads elsewhere. */
const linkShareMin = 0.5;

/**
 * Says whether a line is junk.
 *
 * @param linkShare share of the line that is links.
 * @param isEntry whether it is an item of a list or a heading.
 */
export const isCallOutLine = (line: string, linkShare: number, isEntry: boolean): boolean =>
  whole.test(line) ||
  (button.test(line) && (!isEntry || linkShare > linkShareMin)) ||
  ((line.length <= beginningCharactersMax || linkShare > linkShareMin) && beginning.test(line));

const related = new RegExp(
  `^(?:${[
    'related(?: ' +
      '(?:articles?|posts?|stories|content|coverage|links?|news|reading|topics?|videos?|products?|items?))?(?: ' +
      'from .*)?',
    '(?:more|latest|recent|other|top|popular|trending|most (?:read|popular|viewed)|similar|featured)(?: ' +
      '(?:from|on|in|about|like this|stories|news|articles?|posts?|videos?|headlines|reading|products?|topics?).*)?',
    'recommended(?: .*)?|you (?:may|might) (?:also )?(?:like|enjoy|be ' +
      'interested).*|(?:customers|people|readers) (?:who|also) .*|up next|read (?:next|more|also)|what to ' +
      "read next|don['’]t miss|editor['’]s (?:picks?|choice)|in this (?:section|series)|from (?:the|around) " +
      '(?:web|archive|our partners).*|sponsored .*|trending(?: now)?|share this.*|about the ' +
      'authors?|(?:leave|post|add) a (?:comment|reply)|comments?(?: \\(\\d+\\))?|\\d+ ' +
      '(?:comments|responses|replies)|tags|categories|newsletter|subscribe.*|follow us.*|sign up.*',
    '(?:ähnliche|weitere|verwandte|mehr) (?:artikel|beiträge|themen|nachrichten|zum thema).*|mehr ' +
      '(?:aus|zu|von|über) .*|das könnte (?:sie|dich) auch interessieren.*|meistgelesen.*|kommentare?',
    '(?:articles?|sujets?) (?:similaires|liés|connexes|associés)|sur le même (?:sujet|thème)|à lire ' +
      '(?:aussi|également)|vous aimerez aussi.*|commentaires?',
    '(?:artículos|noticias|entradas|contenidos?) (?:relacionad[oa]s|similares)|te puede interesar.*|más ' +
      '(?:noticias|leíd[oa]s|sobre .*)|comentarios?|(?:artigos|notícias|posts|matérias|conteúdos?) ' +
      'relacionad[oa]s|(?:veja|leia) (?:também|mais).*|mais lidas|comentários',
    '(?:articoli|notizie) correlat[ie]|potrebbe interessarti.*|leggi anche|gerelateerde? .*|lees ook|meer ' +
      'over .*|meest gelezen',
    'похожие (?:статьи|записи|новости|материалы)|читайте также|по теме|ещё по ' +
      'теме|комментарии|関連記事|関連リンク|おすすめ記事|人気記事|相关(?:文章|阅读|新闻|推荐)|推荐阅读|관련(?: )?(?:기사|글)|berita ' +
      'terkait|artikel terkait|baca juga|powiązane artykuły|czytaj także|relaterade? .*|läs mer.*',
  ].join('|')})\\s*[:.…]*$`,
  'iu',
);

/** Says whether a heading announces further reading. */
export const isRelatedHeading = (heading: string): boolean => related.test(heading);
