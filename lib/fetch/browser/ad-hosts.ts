/**
 * Hosts of advertisements and their analytics, including all subdomains. Chosen by hand from the hosts that most pages
 * request, in the categories `ad` and `analytics` of third-party-web 0.30.0 (MIT, from the HTTP Archive): domains that
 * serve nothing for which a reader came. Left out is what the same companies also serve as content, and consent
 * dialogs, reviews, players and A/B tests, without which pages show something else.
 */
const adDomains = new Set(
  (
    `2mdn.net 33across.com 360yield.com 3lift.com 4dex.io 6sc.co a-mo.net acuityplatform.com adalyser.com adform.net
  adgrx.com adhigh.net adingo.jp adition.com adkernel.com adlightning.com admatic.com.tr admixer.net adnami.io adnxs.com
  adocean.pl adriver.ru adroll.com ads-twitter.com ads.linkedin.com ads.pinterest.com ads.tiktok.com adsafeprotected.com
  adsco.re adservice.google.com adsrvr.org adswizz.com adtelligent.com adtrafficquality.google ` +
    `advertserve.com adyoulike.com
  agkn.com akstat.io amazon-adsystem.com amplitude.com an.yandex.ru analytics.google.com analytics.tiktok.com
  analytics.twitter.com appier.net appsflyer.com ayads.co baidustatic.com bat.bing.com betweendigital.com bidr.io
  bidswitch.net bidtheatre.com bizible.com bizibly.com bluecava.com bluekai.com brand-display.com ` +
    `brandmetrics.com btttag.com
  carbonads.com carbonads.net casalemedia.com cetrk.com chartbeat.com chartbeat.net clarity.ms clickagy.com ` +
    `clickcease.com
  cloudflareinsights.com company-target.com connect.facebook.net contentsquare.net contextweb.com crazyegg.com
  creativecdn.com criteo.com criteo.net crwdcntrl.net ctasnet.com ctnsnet.com de17a.com demdex.net ` +
    `dianomi.com dotmetrics.net
  dotomi.com doubleclick.net doubleverify.com dpmsrv.com dtscout.com dvtps.com dwin1.com ebis.ne.jp emxdgt.com erne.co
  everesttech.net exelator.com exoclick.com eyeota.net flashtalking.com fout.jp fullstory.com
  gemius.pl genieesspv.jp getclicky.com go-mpulse.net google-analytics.com googleadservices.com googlesyndication.com
  googletagservices.com gumgum.com heapanalytics.com hm.baidu.com hotjar.com hotjar.io href.asia hybrid.ai ` +
    `i-mobile.co.jp
  iasds01.com id5-sync.com im-apps.net impact-ad.jp imrworldwide.com indexww.com infolinks.com ` +
    `inspectlet.com intentiq.com
  ipredictive.com juicyads.com krxd.net ladsp.com liadm.com lijit.com litix.io loopme.com loopme.me luckyorange.com
  luckyorange.net marchex.io matheranalytics.com mathtag.com mc.yandex.com mc.yandex.ru media.net mediaplex.com
  mediarithmics.com mediavine.com mgid.com microad.jp mixpanel.com mookie1.com mouseflow.com mxptint.net mxpnl.com
  navdmp.com nr-data.net omnitagjs.com omtrdc.net onetag-sys.com openx.net outbrain.com outbrainimg.com parsely.com
  permutive.com pixel.ad pixel.wp.com popads.net privacymanager.io propellerads.com pubmatic.com ` +
    `pubperf.com quantcount.com
  quantserve.com quantummetric.com rfihub.com rfihub.net rlcdn.com rtbhouse.com rubiconproject.com
  sascdn.com scarabresearch.com scorecardresearch.com scupio.com seedtag.com servedbyopenx.com ` +
    `sharethrough.com simpli.fi
  sitescout.com smaato.net smadex.com smartadserver.com smartlook.com socdm.com speedcurve.com sportradarserving.com
  springserve.com stackadapt.com statcounter.com stats.wp.com taboola.com taboolasyndication.com tapad.com ` +
    `tctm.co teads.tv
  technoratimedia.com the-ozone-project.com trackcmp.net trackjs.com trafficstars.com treasuredata.com tremorhub.com
  trustx.org tsyndicate.com turn.com tvsquared.com tynt.com undertone.com viglink.com visualrevenue.com webtrekk.net
  yads.c.yimg.jp yieldlab.net yieldmo.com yieldmanager.com zemanta.com`
  ).split(/\s+/),
);

/** Says whether a host serves advertisements, or is a subdomain of one that does. */
export const isAdHost = (hostname: string): boolean => {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.');
  return labels.some((_, start) => adDomains.has(labels.slice(start).join('.')));
};
