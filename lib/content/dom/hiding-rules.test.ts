import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose =
  '<p>The mill grinds rye and oats for the village, and shows its wheel to visitors in June.</p>'.repeat(6);

test.each(['w-form-done', 'w-form-fail', 'wpcf7-response-output'])(
  'what a form answers once it was sent is hidden until then: %s',
  (name) => {
    const { markdown } = contentAsUsual(
      `<title>Mill</title><main><h1>Visits</h1>${prose}<div class="${name}"><div>Your visit was ` +
        `asked for.</div></div></main>`,
    );
    expect(markdown).toContain('The mill grinds rye');
    expect(markdown).not.toContain('Your visit was asked for');
  },
);
