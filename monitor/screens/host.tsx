import type { ReactNode } from 'react';
import { HostFacts } from '../host-facts.tsx';
import { Loading, Refusal } from '../parts.tsx';
import { useHost } from '../use-api.ts';

/** One host, whose pace all jobs share. */
export const HostScreen = ({ host }: { readonly host: string }): ReactNode => {
  const query = useHost(host);
  if (query.isPending) return <Loading what="the host" />;
  if (query.data === undefined) return <Refusal error={query.error} again={() => void query.refetch()} />;
  return (
    <>
      <h1>Host {host}</h1>
      {query.isError && <Refusal error={query.error} />}
      <HostFacts host={query.data} isTitled={false} />
    </>
  );
};
