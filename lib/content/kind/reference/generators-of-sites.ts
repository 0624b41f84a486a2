import type { Generator } from './generator.ts';

/** Programs and themes that write sites of documentation, and wikis. */
export const siteGenerators: readonly Generator[] = [
  {
    name: 'Material for MkDocs',
    rewrites: [{ selector: 'table.highlighttable', as: 'blocks' }],
    marks: ['.md-content .md-typeset', '.md-content__inner'],
    main: '.md-content__inner .md-content',
    frame:
      '.headerlink .md-content__button .md-source-file .md-source-date .md-feedback .md-sidebar .md-tags ' +
      '.md-footer .md-path .md-top .md-clipboard ' +
      '.md-code__nav',
  },
  {
    name: 'MkDocs',
    meta: /^mkdocs/i,
    marks: ['.wm-page-content', '.mkdocs-body', '#mkdocs_search_modal #mkdocs_keyboard_modal'],
    main: '@main main',
    frame:
      '.headerlink .bs-sidebar .navbar .edit-link #mkdocs_search_modal #mkdocs_keyboard_modal .rst-footer-buttons',
  },
  {
    name: 'Docusaurus',
    meta: /docusaurus/i,
    marks: ['.theme-doc-markdown', '.theme-doc-sidebar-container', '#__docusaurus .docs-wrapper'],
    main: '.theme-doc-markdown .markdown article main',
    frame:
      '.hash-link .theme-doc-breadcrumbs .theme-doc-toc-mobile .theme-doc-toc-desktop .theme-doc-footer ' +
      '.theme-edit-this-page .pagination-nav ' +
      '.theme-doc-version-badge .theme-doc-version-banner .theme-doc-sidebar-container .navbar .footer ' +
      '.buttonGroup .theme-last-updated',
  },
  {
    name: 'VitePress',
    meta: /vitepress/i,
    marks: ['.VPDoc', '.VPContent .vp-doc'],
    main: '.VPHome .vp-doc .VPDoc main',
    frame:
      '.header-anchor .VPNav .VPSidebar .VPLocalNav .VPDocAside .VPDocFooter .VPFooter .VPSkipLink ' +
      '.line-numbers-wrapper span.lang .vp-code-copy',
  },
  {
    name: 'VuePress',
    meta: /vuepress/i,
    marks: [
      '.theme-default-content',
      '.theme-container .sidebar-links',
      '.theme-hope-content',
      '.vp-page .vp-sidebar',
    ],
    main: '.theme-default-content .theme-hope-content .page main',
    frame:
      '.header-anchor .page-edit .page-nav .page-meta .vp-page-meta .vp-page-nav .vp-breadcrumb ' +
      '.line-numbers .sidebar .navbar .back-to-top',
  },
  {
    name: 'Just the Docs',
    marks: ['.main-content-wrap .side-bar', '.main-content-wrap .nav-list .site-nav'],
    main: 'main .main-content',
    frame:
      '.anchor-heading .breadcrumb-nav .aux-nav .side-bar .main-header .search-button .site-footer ' +
      '#back-to-top-wrapper',
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
      '.nextra-breadcrumb .nextra-toc .nextra-sidebar .nextra-sidebar-container .nextra-nav-container ' +
      '.subheading-anchor .nextra-skip-nav ' +
      '.nextra-navbar .nextra-footer .nextra-banner .nextra-button',
  },
  {
    name: 'Mintlify',
    meta: /mintlify/i,
    marks: [
      '#content-area .mdx-content',
      '#sidebar-content #content-area',
      '.mdx-content #content-side-layout',
    ],
    main: '.mdx-content #content #content-area',
    title: '#page-title',
    frame:
      '#pagination #table-of-contents #table-of-contents-content #page-context-menu #footer #sidebar ' +
      '#navbar .eyebrow .feedback-toolbar .copy-button ' +
      '#feedback-form .page-footer',
  },
  {
    name: 'Docsy',
    marks: ['.td-content', '.td-sidebar .td-main', '.td-page-meta'],
    main: '.td-content main',
    frame:
      '.td-page-meta .td-toc .td-sidebar .td-sidebar-toc .td-breadcrumbs .td-heading-self-link .td-search ' +
      '.feedback--title .feedback--question ' +
      '.feedback--answer .feedback--response .td-pager .td-navbar .td-footer .reading-time ' +
      '.td-page-meta__lastmod .section-index-lastmod',
  },
  {
    name: 'Hugo Book',
    marks: [
      '.book-page .book-menu',
      '.book-page .markdown',
      '.gdoc-page .gdoc-markdown',
      '.hextra-toc',
      '.hextra-nav-container',
      '#R-body-inner',
      '#body-inner #sidebar .highlightable',
    ],
    main: '.gdoc-page__content .book-article article.markdown .content #R-body-inner #body-inner main',
    frame:
      '.book-menu .book-toc .book-header .book-footer a.anchor .gdoc-page__nav .gdoc-page__anchor ' +
      '.gdoc-page__header .gdoc-toc .hextra-toc .hextra-breadcrumb ' +
      '.hx-sr-only .subheading-anchor .topbarLogo #R-topbar #topbar .footline .navigation .edit-link .breadcrumb',
  },
  {
    name: 'Confluence',
    marks: [
      '#main-content .wiki-content',
      '#title-text .wiki-content',
      '.ak-renderer-document',
      '.confluenceTable .wiki-content',
    ],
    main: '#main-content .wiki-content .ak-renderer-document',
    title: '#title-text',
    frame:
      '#likes-and-labels-container #likes-section #labels-section #comments-section .page-metadata ' +
      '.plugin_pagetree #breadcrumbs #navigation ' +
      '#space-tools-web-items .expand-control .page-section-anchor #footer .hidden .plugin-tabmeta-details',
  },
  {
    name: 'MediaWiki',
    meta: /mediawiki/i,
    marks: ['#mw-content-text .mw-parser-output', '#mw-content-text #firstHeading'],
    // A list of a category's members stands beside the parser's output.
    main: '#mw-content-text .mw-parser-output #bodyContent',
    title: '#firstHeading',
    frame:
      '.mw-editsection #catlinks .catlinks .printfooter #siteSub #contentSub #contentSub2 .mw-jump-link ' +
      '#jump-to-nav .mw-indicators .navbox .mw-empty-elt ' +
      '#mw-navigation #mw-head #mw-panel .vector-toc .vector-page-toolbar .mw-collapsible-toggle .noprint ' +
      '.mw-cite-backlink',
  },
  {
    name: 'DokuWiki',
    meta: /dokuwiki/i,
    marks: ['#dokuwiki__content', '.dokuwiki #dw__toc'],
    main: '#dokuwiki__content',
    frame:
      '#dw__toc .pageId .docInfo #dokuwiki__aside #dokuwiki__header #dokuwiki__pagetools .btn_secedit ' +
      '.secedit .trace .youarehere .breadcrumbs .a11y',
  },
  {
    name: 'ReadMe',
    marks: ['.rm-Article', '.rm-Markdown', '#content-container .rm-Sidebar'],
    main: '.rm-Markdown .markdown-body #content article',
    title: '#page-title',
    frame:
      '.rm-Sidebar .rm-Pagination .content-toc .rm-TableOfContents .suggestEdits .rm-PageThumbs ' +
      '.heading-anchor-icon .heading-anchor .PaginationControlsContainer',
  },
];
