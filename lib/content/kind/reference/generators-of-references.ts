import type { Generator } from './generator.ts';

/** Programs that write references of interfaces from source code. */
export const referenceGenerators: readonly Generator[] = [
  {
    name: 'GTK-Doc',
    meta: /gtk-doc/i,
    marks: [],
    main: '',
    frame: 'table.navigation .shortcuts .footer table.nav_bar',
  },
  {
    name: 'gi-docgen',
    rewrites: [{ selector: 'span.sep', as: 'dot' }],
    meta: /^gi-docgen/i,
    marks: ['#body-wrapper .docblock .toggle-wrapper'],
    main: '#main',
    frame: '.sidebar #btn-to-top #search .anchor .srclink footer',
  },
  {
    name: 'QDoc',
    marks: ['.mainContent .alignedsummary', '.mainContent #sidebar-content'],
    main: '.mainContent',
    frame: '.navigationbar .toc #sidebar-content .naviNextPrevious .prevnext .footer',
  },
  {
    name: 'Scribble',
    rewrites: [
      { selector: 'table.RktBlk', as: 'line-rows' },
      { selector: 'table.SVerbatim', as: 'line-rows' },
      { selector: 'table.prototype', as: 'line-rows' },
    ],
    meta: /^scribble/i,
    marks: ['.tocset .maincolumn .main', '.navsettop .navsetbottom .maincolumn'],
    main: '.main',
    frame: '.tocset .navsettop .navsetbottom .versionbox .searchform #contextindicator .RBackgroundLabel',
  },
  {
    name: 'erl_docgen',
    marks: ['#leftnav .REFBODY .innertube', '#leftnav .innertube .title-link'],
    main: '#content',
    frame: '#leftnav .topbar .title-anchors .ghlink-before .ghlink-after .footer',
  },
  {
    name: 'GAPDoc',
    marks: ['.chlinktop .chlinkprevnexttop', '.ChapSects .ContSect .chlinktop'],
    main: '',
    frame: '.chlinktop .chlinkprevnexttop .chlinkprevnextbot .chlinkbot #mathjaxlink .foot',
  },
  {
    // Free Pascal's. A declaration is a table of one column with a row for each line.
    name: 'fpdoc',
    rewrites: [{ selector: 'table', as: 'code-rows' }],
    marks: ['table.bar .bartitle'],
    main: '',
    frame: 'table.bar',
  },
  {
    name: 'Doxygen',
    rewrites: [
      { selector: '.mlabels', as: 'word' },
      { selector: '.headertitle', as: 'h1' },
      { selector: '.fragment', as: 'lines' },
      { selector: '.memproto', as: 'signature' },
    ],
    meta: /doxygen/i,
    marks: [
      '#doc-content .headertitle',
      '.memitem .memproto',
      '#titlearea #nav-path',
      '.header .headertitle .contents',
    ],
    main: '#doc-content',
    frame:
      '#top #titlearea #main-nav #nav-path #side-nav #nav-sync #MSearchSelectWindow #MSearchResultsWindow ' +
      '#MSearchBox .navpath .navigatebox ' +
      '.summary .ttc .dynheader .qindex address.footer hr.footer .tabs .tabs2 .tabs3 .lineno .permalink ' +
      '.page-nav #page-nav #split-bar ' +
      '.copy-button .clipboard',
  },
  {
    name: 'Javadoc',
    rewrites: [
      { selector: '.summary-table .details-table', as: 'grid' },
      { selector: '.member-signature .type-signature', as: 'signature' },
    ],
    meta: /javadoc/i,
    marks: [
      '.contentContainer .topNav',
      '.flex-box .flex-content',
      '.class-declaration-page',
      '.subNav .bottomNav',
    ],
    main: 'main @main',
    frame:
      '.topNav .bottomNav .subNav .skipNav .top-nav .sub-nav .skip-nav .legalCopy .legal-copy .table-tabs ' +
      '.tabs .fixedNav .navPadding .nav-list-search ' +
      '.search-tag-desc-result .anchor-link .copy-snippet .toc',
  },
  {
    name: 'Scaladoc',
    rewrites: [{ selector: '.modifier_kind', as: 'word' }],
    marks: ['#template #signature #definition', '#comment .comment #template'],
    // Pages before Scala 2.12 have no container: signature and description stand beside the list of members.
    main: '#content-container',
    frame:
      '#search #textfilter #mbrsel #subpackage-spacer .permalink .morelinks .ancestor #tooltip #footer #toc',
  },
  {
    name: 'Dokka',
    marks: [
      '.main-content .cover .platform-hinted',
      '#pages-search .main-content',
      '.breadcrumbs .cover .tabs-section',
    ],
    main: '.main-content',
    frame:
      '.breadcrumbs .anchor-wrapper .copy-popup-wrapper .copy-icon .footer .tabs-section .navigation ' +
      '#leftColumn .top-right-position',
  },
  {
    name: 'rustdoc',
    meta: /^rustdoc/i,
    marks: ['.rustdoc #main-content', '.rustdoc .docblock'],
    main: '#main-content .content',
    frame:
      '.notable-traits .sidebar .mobile-topbar .srclink a.src #toggle-all-docs #copy-path .copy-path ' +
      'summary.hideme .test-arrow .anchor .doc-anchor rustdoc-toolbar ' +
      'rustdoc-topbar rustdoc-search .sub #settings-menu #help-button .line-numbers .rust-logo ' +
      '#versioninfo .example-links .scraped-example-title',
  },
  {
    name: 'pdoc',
    rewrites: [{ selector: 'div.attr', as: 'signature' }],
    meta: /^pdoc/i,
    marks: ['main.pdoc', '.pdoc-code', '.pdoc-alert'],
    main: 'main.pdoc #content main',
    frame:
      'nav.pdoc #sidebar .headerlink .view-source-button .view-source-toggle-button ' +
      '.view-source-toggle-state .pdoc-button .git-link-div #index',
  },
  {
    name: 'TypeDoc',
    rewrites: [{ selector: '.tsd-tag', as: 'word' }],
    meta: /typedoc/i,
    marks: ['.tsd-page-title', '.tsd-signature', '.tsd-panel .tsd-navigation'],
    main: '.col-content .content-wrap main',
    title: '.tsd-page-title',
    frame:
      '.tsd-breadcrumb .tsd-anchor-icon .col-sidebar .col-menu .tsd-navigation .tsd-generator ' +
      '.tsd-filter-item .tsd-theme-toggle .tsd-page-toolbar',
  },
  {
    name: 'ESDoc',
    marks: ['.layout-container .self-detail', '.layout-container .header-notice .summary'],
    main: '.content',
    frame: '.search-box .search-result .navigation footer',
  },
  {
    name: 'Docco',
    marks: ['.pilwrap .annotation .sections', '.pilcrow .annotation .docs'],
    main: '',
    frame: '#jump_to #background .pilwrap .pilcrow',
  },
  {
    name: 'JSDoc',
    marks: [
      '#main .page-title .prettyprint',
      '#main .page-title .container-overview',
      '#main .details .tag-source',
      '#main .subsection-title .signature',
    ],
    main: '#main',
    frame: '.nav-separator .search-c .copy-icon .link-icon .navicon-button .navicon',
  },
  {
    name: 'pkg.go.dev',
    title: '.UnitHeader-titleHeading',
    marks: [
      '.Documentation-content',
      '.UnitDetails .go-Main',
      '.UnitDoc .Documentation',
      '#pkg-overview #pkg-index',
    ],
    main: '.UnitDetails-content .UnitDetails .Documentation-content #page main',
    frame:
      '.Documentation-idLink .UnitOutline .go-Main-nav .go-Main-aside .UnitBuildContext ' +
      '.UnitDetails-contentEmpty .UnitFiles-fileLink ' +
      '.UnitDirectories-toggleCell .js-headerNav .js-jumpToSymbol .go-Main-header .permalink .uparrow ' +
      '#nav #topbar .Documentation-build',
  },
  {
    name: 'docfx',
    meta: /docfx/i,
    marks: ['#wrapper .docs-search', '.sidefilter .sidetoc #_content'],
    main: '#_content article',
    frame:
      '.sidefilter .sidetoc .sideaffix #breadcrumb .actionbar .contribution .next-article .anchorjs-link ' +
      '.affix #autocollapse .contribution-panel',
  },
  {
    name: 'ExDoc',
    rewrites: [
      { selector: 'h1.section-heading', as: 'h2' },
      { selector: 'h1.signature', as: 'h3' },
    ],
    meta: /^exdoc/i,
    marks: ['.content-inner .sidebar-projectName', '#content .content-outer .content-inner'],
    main: '.content-inner #content main',
    frame:
      '.hover-link .detail-link .view-source .icon-action .bottom-actions .sidebar .top-search .footer .settings',
  },
  {
    name: 'YARD',
    marks: [
      '.method_details .method_details_list',
      '#content .docstring .summary_toggle',
      '#namespace_toc #content .docstring',
    ],
    main: '#content',
    frame:
      'pre.lines .constants_summary_toggle .inheritanceTree #menu #header #search #nav .summary_toggle ' +
      '.showSource #footer .permalink',
  },
  {
    name: 'RDoc',
    marks: ['.method-detail .method-heading .method-description', '.ruby-documentation main'],
    main: 'main @main',
    frame: '.link-list .method-click-advice .method-controls #search-section nav .top-navbar .breadcrumb',
  },
  {
    name: 'Node.js documentation',
    marks: ['#apicontent #gtoc', '.apidoc #apicontent'],
    main: '#apicontent',
    frame: '#column2 #gtoc .header .mark .legacy .srclink .js-flavor-selector .copy-button',
  },
  {
    name: 'Haddock',
    marks: ['#package-header #module-header', '#interface .src .subs'],
    main: '#content',
    frame: '#package-header #footer #style-menu-holder .selflink a.link',
  },
];
