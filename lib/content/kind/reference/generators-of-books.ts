import type { Generator } from './generator.ts';

/** Programs that write manuals and books. */
export const bookGenerators: readonly Generator[] = [
  {
    name: 'Read the Docs',
    rewrites: [{ selector: 'span.classifier', as: 'classifier' }],
    marks: ['.wy-nav-content .rst-content', '.wy-nav-side .rst-content'],
    main: '@main .document',
    frame:
      '.fn-bracket .headerlink .viewcode-link .viewcode-back .wy-breadcrumbs .wy-breadcrumbs-aside ' +
      '.rst-footer-buttons .rst-versions .wy-nav-side ' +
      '.rst-breadcrumbs-buttons .copybtn',
  },
  {
    name: 'DocBook',
    meta: /docbook/i,
    marks: ['.navheader .navfooter', '.refentry .refnamediv', '.refentry .refsynopsisdiv'],
    main: '#docContent',
    frame: '.navheader .navfooter .spirit-nav #docComments .docs-versions .book-nav',
  },
  {
    // DocBook's own markup, within bars of Publican's.
    name: 'Publican',
    meta: /^publican/i,
    marks: ['.docnav .titlepage .para'],
    main: '',
    frame: '#banner #title .docnav #breadcrumbs #localmenu #tocdiv',
  },
  {
    name: 'Sphinx',
    rewrites: [{ selector: 'span.classifier', as: 'classifier' }],
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
      '.fn-bracket .headerlink .viewcode-link .viewcode-back .sphinxsidebar .related .prev-next-area ' +
      '.prev-next-footer .prev-next-bottom .prev-next-top ' +
      '.edit-this-page .content-icon-container .toc-drawer .copybtn .rst-versions .bd-sidebar-primary ' +
      '.bd-sidebar-secondary .bd-header-article ' +
      '.header-article .bd-breadcrumbs .view-this-page .back-to-top .theme-toggle-container ' +
      '.related-pages #searchbox .mobile-nav .skip-link',
  },
  {
    name: 'mdBook',
    marks: [
      '#menu-bar .chapter',
      '#menu-bar .nav-chapters',
      '#mdbook-content',
      '.sidebar-scrollbox .chapter-item',
      '.page-wrapper .nav-wide-wrapper',
    ],
    main: 'main',
    frame:
      '#sidebar .sidebar #menu-bar .menu-bar .nav-wrapper .nav-wide-wrapper .nav-chapters ' +
      '.mobile-nav-chapters .buttons .boring .sidetoc .pagetoc ' +
      '#searchbar-outer #search-wrapper #sidebar-resize-handle',
  },
  {
    name: 'GitBook',
    meta: /gitbook/i,
    marks: ['.book .book-summary .book-body', '.gitbook-root', '.book-summary .markdown-section'],
    main: '.markdown-section .page-inner main',
    frame:
      '.book-summary .book-header .navigation .gitbook-link .navigation-prev .navigation-next .page-toc ' +
      '.treeview__container',
  },
  {
    name: 'Antora',
    rewrites: [
      { selector: 'i.fa-check-square-o', as: 'done' },
      { selector: 'i.fa-square-o', as: 'todo' },
      { selector: 'sup.footnote', as: 'note-mark' },
      { selector: 'div.footnote', as: 'note' },
    ],
    meta: /antora/i,
    marks: ['article.doc .nav-panel-menu', 'article.doc aside.toc', 'article.doc .navbar-brand'],
    main: 'article.doc',
    frame:
      '.toolbar .pagination .breadcrumbs .edit-this-page .source-toolbox a.anchor .nav-container ' +
      '.nav-panel-menu .toc-menu .page-versions',
  },
  {
    name: 'Asciidoctor',
    rewrites: [
      { selector: 'i.fa-check-square-o', as: 'done' },
      { selector: 'i.fa-square-o', as: 'todo' },
      { selector: 'sup.footnote', as: 'note-mark' },
      { selector: 'div.footnote', as: 'note' },
    ],
    meta: /asciidoc/i,
    marks: [
      '.sect1 .sectionbody .paragraph',
      '.sect1 .sectionbody .listingblock',
      '.sect1 .sectionbody .dlist',
    ],
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
    name: 'SQLite documentation',
    rewrites: [{ selector: '.fancy_title', as: 'h1' }],
    marks: ['.nosearch .mainmenu #search_menubutton'],
    main: '',
    frame: '.mainmenu .submenu .tagline #submenu .searchmenu #searchmenu .fancy_toc',
  },
  {
    name: 'Apache HTTP Server manual',
    marks: ['#page-header #page-content #preamble', '#page-header #page-content .toplang'],
    main: '#page-content',
    frame: '#page-header #path .up .top .toplang .bottomlang .lang-toggle .permalink #comments_section',
  },
  {
    name: 'DITA Open Toolkit',
    meta: /dita/i,
    marks: ['.topicref .shortdesc .familylinks', '.nested0 .related-links .shortdesc'],
    main: 'main @main',
    frame: '.familylinks .navheader .navfooter .breadcrumb nav.toc',
  },
  {
    name: 'man page',
    meta: /groff|man2html|mandoc/i,
    marks: ['.manual-text', '.Sh .Nm .Pp', 'table.head table.foot .Sh'],
    main: '.manual-text',
    title: '.head-ltitle',
    frame: '.permalink-control #docs .man-decorated',
  },
];
