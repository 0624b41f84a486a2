/** The exit statuses for scripts. They are part of the interface: a number never gets another meaning. */
export const exitCodes = {
  completed: 0,
  pagesFailed: 1,
  usage: 2,
  refused: 3,
  unreachable: 4,
  jobFailed: 5,
  timedOut: 6,
  notWritten: 7,
  /** `sources plan --exit-code` found changes. */
  changes: 8,
  /** 128 + SIGINT, as shells report it. */
  interrupted: 130,
} as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** How a command ends: its exit status, and a message for people on stderr. */
export interface CommandEnding {
  readonly exitCode: ExitCode;
  readonly message?: string;
}

/** Returns the ending for a command line that cannot be run. */
export const usageEnding = (message: string): CommandEnding => ({ exitCode: exitCodes.usage, message });

export const exitCodeHelp = `Exit status:
  0    done; pages that failed are reported on stderr
  1    pages failed: the start URL of a crawl, or, with --strict, any; for content: some of several could not be
       read, or had no text; for audit verify: the audit was changed
  2    the command line is wrong
  3    the API refused the request; for deploy: nothing was deployed; for export, import and erase: nothing was done
  4    the API cannot be reached, or does not accept the key; for deploy: AWS settings are missing
  5    the job failed or was cancelled; for scrape, map and content: the page could not be read
  6    --timeout passed first; the job continues
  7    a file, or the output, could not be written
  8    sources plan --exit-code: something would change
  130  interrupted with Ctrl-C; the job continues`;
