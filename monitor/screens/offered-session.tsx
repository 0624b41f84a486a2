import { useEffect, useState, type ReactNode } from 'react';
import { ApiRefusal, askApi } from '../api.ts';
import { Heading, Loading } from '../parts.tsx';
import { judgeOffer, keepSession, storedSession, type Whose } from '../session.ts';

/** Asks the API whose a session is. */
const askWhose = async (session: string): Promise<Whose> => {
  try {
    const { team } = await askApi<{ readonly team: string }>('/v2/deployment', { key: session });
    return { team };
  } catch (error) {
    return error instanceof ApiRefusal && error.status === 401 ? 'over' : 'unknown';
  }
};

const nameOf = (whose: Whose): string =>
  typeof whose === 'string' ? 'a team that the API does not name' : `the team ${whose.team}`;

/**
 * Shows whose session a link carries, and asks before this tab changes to it. Where nothing is to be asked, it goes on
 * by itself.
 */
export const OfferedSession = ({
  offered,
  onEnd,
}: {
  readonly offered: string;
  readonly onEnd: () => void;
}): ReactNode => {
  const [asked, setAsked] = useState<{ readonly held: Whose; readonly offered: Whose } | null>(null);
  const take = (): void => (keepSession(offered), onEnd());
  useEffect(() => {
    let isShown = true;
    const decide = async (): Promise<void> => {
      const [held, other] = await Promise.all([askWhose(storedSession() ?? ''), askWhose(offered)]);
      if (!isShown) return;
      const judged = judgeOffer(held, other);
      if (judged === 'take') take();
      else if (judged === 'drop') onEnd();
      else setAsked({ held, offered: other });
    };
    void decide();
    return () => {
      isShown = false;
    };
    // The address offers one session, and it is judged once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [offered]);
  if (asked === null)
    return (
      <main>
        <Heading>Gleaner</Heading>
        <Loading what="whose session the address has" />
      </main>
    );
  return (
    <main>
      <Heading>Change to another session?</Heading>
      <p>
        The address that you opened carries a session of {nameOf(asked.offered)}. This tab has one of{' '}
        {nameOf(asked.held)}.
      </p>
      <p>
        After a change, all that you see and do here is of {nameOf(asked.offered)}. Change only if you know
        who made the address.
      </p>
      <div className="filters">
        <button onClick={onEnd}>Stay</button>
        <button onClick={take}>Change</button>
      </div>
    </main>
  );
};
