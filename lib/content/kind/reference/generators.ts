import type { Generator } from './generator.ts';

/**
 * Programs that write documentation, with where they put the content and what they put around it. From their own templates and
 * from pages of theirs. Of programs that write sites of every sort (Hugo, Jekyll, WordPress) only the themes for documentation
 * are here, told by their class names and not by what the page says of its generator.
 */
export const generators: readonly Generator[] = [
  {
    name: 'DocBook',
    meta: /docbook/i,
    marks: ['.navheader .navfooter', '.refentry .refnamediv', '.refentry .refsynopsisdiv'],
    main: '#docContent',
    frame: '.navheader .navfooter #docComments .docs-versions .book-nav',
  },
  {
    name: 'GTK-Doc',
    meta: /gtk-doc/i,
    marks: [],
    main: '',
    frame: 'table.navigation .shortcuts .footer table.nav_bar',
  },
  {
    name: 'Read the Docs',
    marks: ['.wy-nav-content .rst-content', '.wy-nav-side .rst-content'],
    main: '@main .document',
    frame:
      '.headerlink .viewcode-link .viewcode-back .wy-breadcrumbs .wy-breadcrumbs-aside .rst-footer-buttons .rst-versions .wy-nav-side ' +
      '.rst-breadcrumbs-buttons .copybtn',
  },
  {
    name: 'Material for MkDocs',
    marks: ['.md-content .md-typeset', '.md-content__inner'],
    main: '.md-content__inner .md-content',
    frame:
      '.headerlink .md-content__button .md-source-file .md-source-date .md-feedback .md-sidebar .md-tags .md-footer .md-path .md-top .md-clipboard ' +
      '.md-code__nav',
  },
  {
    name: 'MkDocs',
    meta: /^mkdocs/i,
    marks: ['.wm-page-content', '.mkdocs-body'],
    main: '@main main',
    frame: '.headerlink .bs-sidebar .navbar .edit-link #mkdocs_search_modal #mkdocs_keyboard_modal .rst-footer-buttons',
  },
  {
    name: 'Sphinx',
    meta: /docutils|sphinx/i,
    marks: [
      '.sphinxsidebar',
      '.bd-article-container',
      '.bd-article',
      '#furo-main-content',
      '.toctree-wrapper .headerlink',
      '.section .headerlink .docutils',
      '.document .documentwrapper .bodywrapper',
    ],
    main: '.bd-article #furo-main-content #yui-main .body @main .document article',
    frame:
      '.headerlink .viewcode-link .viewcode-back .sphinxsidebar .related .prev-next-area .prev-next-footer .prev-next-bottom .prev-next-top ' +
      '.edit-this-page .content-icon-container .toc-drawer .copybtn .rst-versions .bd-sidebar-primary .bd-sidebar-secondary .bd-header-article ' +
      '.header-article .bd-breadcrumbs .view-this-page .back-to-top .theme-toggle-container .related-pages #searchbox .mobile-nav .skip-link',
  },
  {
    name: 'Doxygen',
    meta: /doxygen/i,
    marks: ['#doc-content .headertitle', '.memitem .memproto', '#titlearea #nav-path', '.header .headertitle .contents'],
    main: '#doc-content',
    frame:
      '#top #titlearea #main-nav #nav-path #side-nav #nav-sync #MSearchSelectWindow #MSearchResultsWindow #MSearchBox .navpath .navigatebox ' +
      '.summary .ttc .dynheader .qindex address.footer hr.footer .tabs .tabs2 .tabs3 .lineno .permalink .page-nav #page-nav #split-bar ' +
      '.copy-button .clipboard',
  },
  {
    name: 'Javadoc',
    meta: /javadoc/i,
    marks: ['.contentContainer .topNav', '.flex-box .flex-content', '.class-declaration-page', '.subNav .bottomNav'],
    main: 'main @main',
    frame:
      '.topNav .bottomNav .subNav .skipNav .top-nav .sub-nav .skip-nav .legalCopy .legal-copy .table-tabs .tabs .fixedNav .navPadding .nav-list-search ' +
      '.search-tag-desc-result .anchor-link .copy-snippet .toc',
  },
  {
    name: 'Scaladoc',
    marks: ['#template #signature #definition', '#comment .comment #template'],
    main: '#content-container #template',
    frame: '#search #textfilter #mbrsel .permalink .ancestor #tooltip #footer #toc',
  },
  {
    name: 'Dokka',
    marks: ['.main-content .cover .platform-hinted', '#pages-search .main-content', '.breadcrumbs .cover .tabs-section'],
    main: '.main-content',
    frame: '.breadcrumbs .anchor-wrapper .copy-popup-wrapper .copy-icon .footer .tabs-section .navigation #leftColumn .top-right-position',
  },
  {
    name: 'rustdoc',
    meta: /^rustdoc/i,
    marks: ['.rustdoc #main-content', '.rustdoc .docblock'],
    main: '#main-content .content',
    frame:
      '.sidebar .mobile-topbar .srclink a.src #toggle-all-docs #copy-path .copy-path summary.hideme .test-arrow .anchor .doc-anchor rustdoc-toolbar ' +
      'rustdoc-topbar rustdoc-search .sub #settings-menu #help-button .line-numbers .rust-logo #versioninfo .example-links .scraped-example-title',
  },
  {
    name: 'mdBook',
    marks: ['#sidebar .chapter', '#menu-bar .nav-chapters', '#mdbook-content', '.sidetoc .page-wrapper', '.page-wrapper .nav-wide-wrapper'],
    main: 'main',
    frame:
      '#sidebar .sidebar #menu-bar .menu-bar .nav-wrapper .nav-wide-wrapper .nav-chapters .mobile-nav-chapters .buttons .boring .sidetoc .pagetoc ' +
      '#searchbar-outer #search-wrapper #sidebar-resize-handle',
  },
  {
    name: 'Docusaurus',
    meta: /docusaurus/i,
    marks: ['.theme-doc-markdown', '.theme-doc-sidebar-container', '#__docusaurus .docs-wrapper'],
    main: '.theme-doc-markdown .markdown article main',
    frame:
      '.hash-link .theme-doc-breadcrumbs .theme-doc-toc-mobile .theme-doc-toc-desktop .theme-doc-footer .theme-edit-this-page .pagination-nav ' +
      '.theme-doc-version-badge .theme-doc-version-banner .theme-doc-sidebar-container .navbar .footer .buttonGroup .theme-last-updated',
  },
  {
    name: 'VitePress',
    meta: /vitepress/i,
    marks: ['.VPDoc', '.VPContent .vp-doc'],
    main: '.vp-doc .VPDoc main',
    frame:
      '.header-anchor .VPNav .VPSidebar .VPLocalNav .VPDocAside .VPDocFooter .VPFooter .VPSkipLink .line-numbers-wrapper span.lang .vp-code-copy',
  },
  {
    name: 'VuePress',
    meta: /vuepress/i,
    marks: ['.theme-default-content', '.theme-container .sidebar-links', '.theme-hope-content', '.vp-page .vp-sidebar'],
    main: '.theme-default-content .theme-hope-content .page main',
    frame: '.header-anchor .page-edit .page-nav .page-meta .vp-page-meta .vp-page-nav .vp-breadcrumb .line-numbers .sidebar .navbar .back-to-top',
  },
  {
    name: 'GitBook',
    meta: /gitbook/i,
    marks: ['.book .book-summary .book-body', '.gitbook-root', '.book-summary .markdown-section'],
    main: '.markdown-section .page-inner main',
    frame: '.book-summary .book-header .navigation .gitbook-link .navigation-prev .navigation-next .page-toc .treeview__container',
  },
  {
    name: 'Antora',
    meta: /antora/i,
    marks: ['article.doc .nav-panel-menu', 'article.doc .toc.sidebar', 'article.doc .navbar-brand'],
    main: 'article.doc',
    frame: '.toolbar .pagination .breadcrumbs .edit-this-page .source-toolbox a.anchor .nav-container .nav-panel-menu .toc-menu .page-versions',
  },
  {
    name: 'Asciidoctor',
    meta: /asciidoc/i,
    marks: ['.sect1 .sectionbody .paragraph', '.sect1 .sectionbody .listingblock', '.sect1 .sectionbody .dlist'],
    main: '',
    frame: '#footer a.anchor #dropdowns .sidebar-toggle',
  },
  {
    name: 'Texinfo',
    meta: /makeinfo|texi2any|texi2html|texinfo/i,
    marks: ['.nav-panel .copiable-link', '.chapter-level-extent', '.section-level-extent'],
    main: '',
    frame: 'div.header .nav-panel .nav-button .copiable-anchor .copiable-link .node table.header',
  },
  {
    name: 'pdoc',
    meta: /^pdoc/i,
    marks: ['main.pdoc', '.pdoc-code', '.pdoc-alert'],
    main: 'main.pdoc #content main',
    frame: 'nav.pdoc #sidebar .headerlink .view-source-button .view-source-toggle-button .view-source-toggle-state .pdoc-button .git-link-div #index',
  },
  {
    name: 'TypeDoc',
    meta: /typedoc/i,
    marks: ['.tsd-page-title', '.tsd-signature', '.tsd-panel .tsd-navigation'],
    main: '.col-content .content-wrap main',
    title: '.tsd-page-title',
    frame: '.tsd-breadcrumb .tsd-anchor-icon .col-sidebar .col-menu .tsd-navigation .tsd-generator .tsd-filter-item .tsd-theme-toggle .tsd-page-toolbar',
  },
  {
    name: 'JSDoc',
    marks: ['#main .page-title .prettyprint', '#main .page-title .container-overview', '#main .details .tag-source', '#main .subsection-title .signature'],
    main: '#main',
    frame: '.nav-separator .search-c .copy-icon .link-icon .navicon-button .navicon',
  },
  {
    name: 'pkg.go.dev',
    marks: ['.Documentation-content', '.UnitDetails .go-Main', '.UnitDoc .Documentation', '#pkg-overview #pkg-index'],
    main: '.UnitDetails-content .UnitDetails .Documentation-content #page main',
    frame:
      '.Documentation-idLink .UnitOutline .go-Main-nav .go-Main-aside .UnitBuildContext .UnitDetails-contentEmpty .Documentation-source .UnitFiles-fileLink ' +
      '.UnitDirectories-toggleCell .js-headerNav .js-jumpToSymbol .go-Main-header .permalink .uparrow #nav #topbar .Documentation-build',
  },
  {
    name: 'Just the Docs',
    marks: ['.main-content-wrap .main-content', '.side-bar .main-content', '.site-nav .main-content'],
    main: 'main .main-content',
    frame: '.anchor-heading .breadcrumb-nav .aux-nav .side-bar .main-header .search-button .site-footer #back-to-top-wrapper',
  },
  {
    name: 'Starlight',
    meta: /starlight/i,
    marks: ['.sl-markdown-content', 'starlight-toc'],
    main: '.sl-markdown-content',
    title: '#_top',
    frame:
      '.sl-anchor-link starlight-toc mobile-starlight-toc .sidebar .right-sidebar .pagination-links .copy .sl-banner ' +
      '.meta .screen-reader-only starlight-theme-select',
  },
  {
    name: 'Nextra',
    marks: ['.nextra-content', '.nextra-sidebar', '.nextra-sidebar-container', '.nextra-toc', '.nextra-body'],
    main: '.nextra-body main article',
    frame:
      '.nextra-breadcrumb .nextra-toc .nextra-sidebar .nextra-sidebar-container .nextra-nav-container .subheading-anchor .nextra-skip-nav ' +
      '.nextra-navbar .nextra-footer .nextra-banner .nextra-button',
  },
  {
    name: 'Mintlify',
    meta: /mintlify/i,
    marks: ['#content-area .mdx-content', '#sidebar-content #content-area', '.mdx-content.prose'],
    main: '.mdx-content #content #content-area',
    title: '#page-title',
    frame:
      '#pagination #table-of-contents #table-of-contents-content #page-context-menu #footer #sidebar #navbar .eyebrow .feedback-toolbar .copy-button ' +
      '#feedback-form .page-footer',
  },
  {
    name: 'Docsy',
    marks: ['.td-content', '.td-sidebar .td-main', '.td-page-meta'],
    main: '.td-content main',
    frame:
      '.td-page-meta .td-toc .td-sidebar .td-sidebar-toc .td-breadcrumbs .td-heading-self-link .td-search .feedback--title .feedback--question ' +
      '.feedback--answer .feedback--response .td-pager .td-navbar .td-footer .reading-time .td-page-meta__lastmod .section-index-lastmod',
  },
  {
    name: 'Hugo Book',
    marks: ['.book-page .book-menu', '.book-page .markdown', '.gdoc-page .gdoc-markdown', '.hextra-toc', '.hextra-nav-container', '#R-body-inner', '#body-inner #sidebar .highlightable'],
    main: '.gdoc-page__content .book-article article.markdown .content #R-body-inner #body-inner main',
    frame:
      '.book-menu .book-toc .book-header .book-footer a.anchor .gdoc-page__nav .gdoc-page__anchor .gdoc-page__header .gdoc-toc .hextra-toc .hextra-breadcrumb ' +
      '.hx-sr-only .subheading-anchor .topbarLogo #R-topbar #topbar .footline .navigation .edit-link .breadcrumb',
  },
  {
    name: 'Confluence',
    marks: ['#main-content .wiki-content', '#title-text .wiki-content', '.ak-renderer-document', '.confluenceTable .wiki-content'],
    main: '#main-content .wiki-content .ak-renderer-document',
    title: '#title-text',
    frame:
      '#likes-and-labels-container #likes-section #labels-section #comments-section .page-metadata .plugin_pagetree #breadcrumbs #navigation ' +
      '#space-tools-web-items .expand-control .page-section-anchor #footer .hidden .plugin-tabmeta-details',
  },
  {
    name: 'MediaWiki',
    meta: /mediawiki/i,
    marks: ['#mw-content-text .mw-parser-output', '#mw-content-text #firstHeading'],
    main: '.mw-parser-output #mw-content-text #bodyContent',
    title: '#firstHeading',
    frame:
      '.mw-editsection #catlinks .catlinks .printfooter #siteSub #contentSub #contentSub2 .mw-jump-link #jump-to-nav .mw-indicators .navbox .mw-empty-elt ' +
      '#mw-navigation #mw-head #mw-panel .vector-toc .vector-page-toolbar .mw-collapsible-toggle .noprint ' +
      '.mw-cite-backlink',
  },
  {
    name: 'DokuWiki',
    meta: /dokuwiki/i,
    marks: ['#dokuwiki__content', '.dokuwiki #dw__toc'],
    main: '#dokuwiki__content',
    frame: '#dw__toc .pageId .docInfo #dokuwiki__aside #dokuwiki__header #dokuwiki__pagetools .btn_secedit .secedit .trace .youarehere .breadcrumbs .a11y',
  },
  {
    name: 'docfx',
    meta: /docfx/i,
    marks: ['#wrapper .docs-search', '.sidefilter .sidetoc #_content'],
    main: '#_content article',
    frame: '.sidefilter .sidetoc .sideaffix #breadcrumb .actionbar .contribution .next-article .anchorjs-link .affix #autocollapse .contribution-panel',
  },
  {
    name: 'DITA Open Toolkit',
    meta: /dita/i,
    marks: ['.topicref .shortdesc .familylinks', '.nested0 .related-links .shortdesc'],
    main: 'main @main',
    frame: '.familylinks .navheader .navfooter .breadcrumb nav.toc',
  },
  {
    name: 'ExDoc',
    meta: /^exdoc/i,
    marks: ['.content-inner .sidebar-projectName', '#content .content-outer .content-inner'],
    main: '.content-inner #content main',
    frame: '.hover-link .detail-link .view-source .icon-action .bottom-actions .sidebar .top-search .footer .settings',
  },
  {
    name: 'YARD',
    marks: ['.method_details .method_details_list', '#content .docstring .summary_toggle', '#namespace_toc #content .docstring'],
    main: '#content',
    frame: '#menu #header #search #nav .summary_toggle .showSource #footer .permalink',
  },
  {
    name: 'RDoc',
    marks: ['.method-detail .method-heading .method-description', '.ruby-documentation main'],
    main: 'main @main',
    frame: '.link-list .method-click-advice .method-controls #search-section nav .top-navbar .breadcrumb',
  },
  {
    name: 'Haddock',
    marks: ['#package-header #module-header', '#interface .src .subs'],
    main: '#content',
    frame: '#package-header #footer #style-menu-holder .selflink a.link',
  },
  {
    name: 'man page',
    meta: /groff|man2html|mandoc/i,
    marks: ['.manual-text', '.Sh .Nm .Pp', 'table.head table.foot .Sh'],
    main: '.manual-text',
    title: '.head-ltitle',
    frame: '.permalink-control #docs .man-decorated',
  },
  {
    name: 'ReadMe',
    marks: ['.rm-Article', '.rm-Markdown', '#content-container .rm-Sidebar'],
    main: '.rm-Markdown .markdown-body #content article',
    title: '#page-title',
    frame: '.rm-Sidebar .rm-Pagination .content-toc .rm-TableOfContents .suggestEdits .rm-PageThumbs .heading-anchor-icon .heading-anchor .PaginationControlsContainer',
  },
];
