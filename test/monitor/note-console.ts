import type { ConsoleMessage, Page } from 'playwright-core';

/** What a page's console says from now on. */
export interface NotedConsole {
  readonly said: string[];
  readonly stop: () => void;
}

/** Notes what a page writes to its console, and errors that it does not catch. */
export const noteConsole = (page: Page): NotedConsole => {
  const said: string[] = [];
  const note = (message: ConsoleMessage): void => void said.push(`${message.type()}: ${message.text()}`);
  const noteError = (error: Error): void => void said.push(`uncaught: ${error.message}`);
  page.on('console', note);
  page.on('pageerror', noteError);
  return {
    said,
    stop: () => {
      page.off('console', note);
      page.off('pageerror', noteError);
    },
  };
};
