import type { ReactNode } from 'react';
import { HostFacts } from '../host-facts.tsx';
import { Heading, Refusal, Unread } from '../parts.tsx';
import { useHost } from '../use-api.ts';

/** One host, whose pace all jobs share. */
export const HostScreen = ({ host }: { readonly host: string }): ReactNode => {
  const query = useHost(host);
  if (query.data === undefined) return <Unread heading={`Host ${host}`} what="the host" query={query} />;
  return (
    <>
      <Heading>Host {host}</Heading>
      {query.isError && <Refusal error={query.error} />}
      <HostFacts host={query.data} isTitled={false} />
    </>
  );
};
