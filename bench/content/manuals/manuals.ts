/**
 * The manuals whose pages are read, and what is frame in them. Selectors are the class names and ids that each
 * generator writes, looked up in its own pages; nothing here is read by the product.
 */

export interface Layout {
  /** Selects something that only pages of this generator have; missing where all of the manual's pages are its. */
  readonly when?: string;
  /** Where the page's own content is. */
  readonly main: string;
  /** What in there is navigation, a control, or the same on every page. */
  readonly frame: string;
  /**
   * What a reader may keep or leave: contents of the page itself beside its text, dates of a build, drawings' labels.
   */
  readonly either?: string;
}

export interface Manual {
  readonly name: string;
  /** Its package in Debian 12. */
  readonly debian: string;
  /** Folder of its pages in the package. */
  readonly folder: string;
  readonly layouts: readonly Layout[];
}

/** Reference marks of footnotes: a number in the text of the page, a mark of another form in Markdown. */
export const footnoteMarks =
  'sup > a, a.footnote, a.footnote-reference, sup.footnote, a.footnote-ref, .footnote .label, .footnote ' +
  '.brackets, .footnote .fn-backref';

/** Lists of contents. One whose links all lead within its page repeats its headings, and a reader may leave it out. */
export const contentsLists = '.toc, #toc, .contents, nav.contents, #TOC';

export const manuals: readonly Manual[] = [
  {
    name: 'postgresql',
    debian: 'postgresql-doc-15',
    folder: 'usr/share/doc/postgresql-doc-15/html',
    layouts: [{ main: 'body', frame: '.navheader, .navfooter' }],
  },
  {
    name: 'python',
    debian: 'python3.11-doc',
    folder: 'usr/share/doc/python3.11/html',
    layouts: [{ main: '.body[role=main]', frame: '.headerlink, form, #searchbox' }],
  },
  {
    name: 'sqlite',
    debian: 'sqlite3-doc',
    folder: 'usr/share/doc/sqlite3',
    layouts: [
      {
        main: 'body',
        frame:
          '.nosearch:has(.mainmenu), .nosearch > a:has(> h2), .fancy_toc, button, form, a#mtimelink, ' +
          'small:has(#mtimelink)',
        // The start page has its list of links a second time, in a bar that wide screens show beside the text.
        either: '.rightsidebar',
      },
    ],
  },
  {
    name: 'apache',
    debian: 'apache2-doc',
    folder: 'usr/share/doc/apache2-doc/manual',
    layouts: [
      {
        main: '#page-content',
        frame: '.toplang, .bottomlang, .lang-toggle, .top, .permalink, #comments_section, button, form',
        either: '#quickview, .outofdate',
      },
      {
        when: 'body > #page-header',
        main: 'body',
        frame: '#page-header, .up, #path, #footer, .toplang, .bottomlang',
      },
    ],
  },
  {
    name: 'git',
    debian: 'git-doc',
    folder: 'usr/share/doc/git-doc',
    layouts: [
      { when: '#header, #content', main: 'body', frame: '#footer', either: '#author, #revnumber, #revdate' },
      { when: 'div.book', main: 'body', frame: '.navheader, .navfooter' },
    ],
  },
  {
    name: 'django',
    debian: 'python-django-doc',
    folder: 'usr/share/doc/python-django-doc/html',
    layouts: [{ main: '#yui-main', frame: '.headerlink, .viewcode-link, .viewcode-back, form, #searchbox' }],
  },
  {
    name: 'rust',
    debian: 'rust-doc',
    folder: 'usr/share/doc/rust-doc/html',
    layouts: [
      {
        when: 'body.rustdoc #main-content',
        main: '#main-content',
        frame:
          '.srclink, #toggle-all-docs, #copy-path, button, summary.hideme, .test-arrow, a.anchor, ' +
          'pre.line-numbers, #settings-menu',
        either: '.out-of-band, .rightside, .notable-traits, .tooltip, .information',
      },
      { when: '#content > main', main: '#content > main', frame: '.buttons, button, .boring' },
      {
        when: 'body.rustdoc',
        main: 'body',
        frame: '#versioninfo, footer, nav, .sidebar, form',
        either: '.tooltip, .information',
      },
    ],
  },
  {
    name: 'java',
    debian: 'openjdk-17-doc',
    folder: 'usr/share/doc/openjdk-17-jre-headless/api',
    layouts: [
      {
        main: 'main',
        frame: '.table-tabs, footer, nav, button, form, .skip-nav, .sub-nav, a.anchor-link',
        either:
          'main > a[href^="index-"], main > a[href*="allclasses-index"], main > a[href*="-index.html"], ' +
          '.vertical-separator, .horizontal',
      },
    ],
  },
];
