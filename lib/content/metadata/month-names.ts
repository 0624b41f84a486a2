/**
 * Names of the months in 34 languages, long and short, in the cases that stand beside a day (Unicode CLDR 47, without
 * the final point). A row for each month.
 */
const names: readonly string[] = [
  'january jan januar janvier janv enero ene janeiro gennaio gen januari tammikuu tammi tammikuuta ' +
    'styczeń sty stycznia leden led ledna január januára ianuarie ian ocak oca gener siječanj sij siječnja ' +
    'jaanuar jaan janvāris sausis sausio январь янв января січень січ січня януари јануар јан ιανουαρίου ' +
    'ιαν يناير ינואר ינו׳ ژانویه ژانویهٔ जनवरी जन॰ জানুয়ারি জানু มกราคม ม.ค jänner jän',
  'february feb februar février févr febrero fevereiro fev febbraio februari helmikuu helmi helmikuuta ' +
    'luty lut lutego únor úno února február februára febr februarie şubat şub febrer veljača velj veljače ' +
    'veebruar veebr februāris vasaris vasario февраль февр февраля лютий лют лютого февруари фебруар феб ' +
    'φεβρουαρίου φεβ فبراير פברואר פבר׳ فوریه فوریهٔ फ़रवरी फ़र॰ ফেব্রুয়ারি ফেব กุมภาพันธ์ ก.พ',
  'march mar märz mär mars marzo março maart mrt marts maaliskuu maalis maaliskuuta marzec marca březen ' +
    'bře března marec március márc martie mart maret març ožujak ožu ožujka märts kovas kovo март марта мар ' +
    'березень бер березня μαρτίου μαρ مارس מרץ मार्च মার্চ มีนาคม มี.ค mrz',
  'april apr avril avr abril abr aprile huhtikuu huhti huhtikuuta kwiecień kwi kwietnia duben dub dubna ' +
    'apríl apríla április ápr aprilie nisan nis travanj tra travnja aprill aprīlis balandis balandžio ' +
    'апрель апр апреля квітень квіт квітня април απριλίου απρ أبريل אפריל אפר׳ آوریل अप्रैल এপ্রিল এপ্রি เมษายน เม.ย',
  'may mai mayo maio maggio mag mei maj toukokuu touko toukokuuta maja květen kvě května máj mája május ' +
    'mayıs maig svibanj svi svibnja maijs gegužė gegužės май мая травень трав травня мај μαΐου μαΐ مايو מאי ' +
    'مه مهٔ मई মে พฤษภาคม พ.ค',
  'june jun juni juin junio junho giugno giu kesäkuu kesä kesäkuuta czerwiec cze czerwca červen čvn ' +
    'června jún júna június iunie iun haziran haz juny lipanj lipnja junij juuni jūnijs jūn birželis ' +
    'birželio июнь июня июн червень черв червня юни јун ιουνίου ιουν يونيو יוני ژوئن जून জুন มิถุนายน มิ.ย',
  'july jul juli juillet juil julio julho luglio lug heinäkuu heinä heinäkuuta lipiec lipca červenec čvc ' +
    'července júl júla július iulie iul temmuz tem juliol srpanj srpnja julij juuli jūlijs jūl liepa liepos ' +
    'июль июля июл липень лип липня юли јул ιουλίου ιουλ يوليو יולי ژوئیه ژوئیهٔ जुलाई जुल॰ জুলাই জুল กรกฎาคม ก.ค',
  'august aug août agosto ago augustus augusti elokuu elo elokuuta sierpień sie sierpnia srpen srpna ' +
    'augusta augusztus ağustos ağu agustus agu agost ag kolovoz kol kolovoza avgust avg augusts rugpjūtis ' +
    'rugpjūčio август авг августа серпень серп серпня αυγούστου αυγ أغسطس אוגוסט אוג׳ اوت अगस्त अग॰ আগস্ট ' +
    'আগ สิงหาคม ส.ค aout',
  'september sep sept septembre septiembre setembro set settembre syyskuu syys syyskuuta wrzesień wrz ' +
    'września září zář septembra szeptember szept septembrie eylül eyl setembre rujan ruj rujna septembris ' +
    'rugsėjis rugsėjo сентябрь сент сентября вересень вер вересня септември септембар сеп σεπτεμβρίου σεπ ' +
    'سبتمبر ספטמבר ספט׳ سپتامبر सितंबर सित॰ সেপ্টেম্বর সেপ্ট সেপ กันยายน ก.ย',
  'october oct oktober okt octobre octubre outubro out ottobre ott lokakuu loka lokakuuta październik paź ' +
    'października říjen říj října október októbra octombrie ekim eki oktoober oktobris spalis spalio ' +
    'октябрь окт октября жовтень жовт жовтня октомври октобар οκτωβρίου οκτ أكتوبر אוקטובר אוק׳ اکتبر ' +
    'अक्टूबर अक्टू॰ অক্টোবর অক্টো ตุลาคม ต.ค',
  'november nov novembre noviembre novembro marraskuu marras marraskuuta listopadu novembra noiembrie ' +
    'kasım kas studeni stu studenoga novembris lapkritis lapkričio ноябрь нояб ноября листопад лист ' +
    'листопада ноември новембар нов νοεμβρίου νοε نوفمبر נובמבר נוב׳ نوامبر नवंबर नव॰ নভেম্বর নভে พฤศจิกายน ' +
    'พ.ย listopad listopada lis',
  'december dec dezember dez décembre déc diciembre dic dezembro dicembre desember des joulukuu joulu ' +
    'joulukuuta grudzień gru grudnia prosinec pro prosince decembra decembrie aralık ara desembre prosinac ' +
    'prosinca detsember dets decembris gruodis gruodžio декабрь дек декабря грудень груд грудня декември ' +
    'децембар дец δεκεμβρίου δεκ ديسمبر דצמבר דצמ׳ دسامبر दिसंबर दिस॰ ডিসেম্বর ডিসে ธันวาคม ธ.ค',
];

/** Month names that mean other months in Croatian than in Polish and Czech. */
const croatian = new Map([
  ['lip', 6],
  ['srp', 7],
  ['lis', 10],
  ['listopad', 10],
  ['listopada', 10],
]);

/** Names of the months in the Levant, in the Maghreb, and spellings without a hamza, with a comma between them. */
const arabic: readonly string[] = [
  'كانون الثاني,جانفي',
  'شباط,فيفري',
  'آذار,اذار',
  'نيسان,أفريل,افريل,ابريل,إبريل',
  'أيار,ايار,أيّار,ماي',
  'حزيران,جوان',
  'تموز,جويلية,يوليوز',
  'آب,أوت,اوت,غشت,اغسطس',
  'أيلول,ايلول,شتنبر',
  'تشرين الأول,تشرين الاول,اكتوبر',
  'تشرين الثاني,نونبر',
  'كانون الأول,كانون الاول,دجنبر',
];

const monthByName = new Map(
  [...names.map((row) => row.split(' ')), ...arabic.map((row) => row.split(','))].flatMap((row, at) =>
    row.map((name): [string, number] => [name, (at % 12) + 1]),
  ),
);

/** Hebrew writes `in` (ב) as a part of the month's name. */
const hebrewIn = 'ב';

/**
 * Returns the month, 1 to 12, that a word names in any case and any of the languages, or null.
 *
 * @param language primary subtag of the text's language, if it is known
 */
export const monthNumber = (word: string, language: string | null): number | null => {
  const name = word.toLowerCase().replace(/\.$/, '');
  const known = (language === 'hr' ? croatian.get(name) : undefined) ?? monthByName.get(name);
  return known ?? (name.startsWith(hebrewIn) ? monthByName.get(name.slice(1)) : undefined) ?? null;
};
