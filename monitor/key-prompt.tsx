import { useState, type ReactNode } from 'react';
import { askApi } from './api.ts';
import { Refusal } from './parts.tsx';
import { keepSession } from './session.ts';

/** Asks for an API key and opens a session with it. The key itself is not kept. */
export const KeyPrompt = ({ onOpen }: { readonly onOpen: () => void }): ReactNode => {
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>(null);
  const open = async (): Promise<void> => {
    try {
      const body = { scopes: ['read', 'write', 'admin'] };
      const { session } = await askApi<{ session: string }>('/v2/team/sessions', {
        method: 'POST',
        body,
        key: key.trim(),
      });
      keepSession(session);
      onOpen();
    } catch (refused) {
      setError(refused);
    }
  };
  return (
    <main>
      <h1>Gleaner</h1>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <label>
          API key{' '}
          <input
            type="password"
            required
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.target.value)}
            size={40}
          />
        </label>
        <button>Open</button>
      </form>
      {error !== null && <Refusal error={error} />}
      <p className="note">
        On a laptop, <code>npm start</code> prints an address that needs no key. The key is used once, for a
        session that ends with this tab.
      </p>
    </main>
  );
};
