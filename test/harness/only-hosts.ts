import { noHosts, type HostPolicy, type HostsDocument } from '../../lib/fetch/politeness/host-policies.ts';

/** What a deployment says of hosts that differs at these alone. */
export const onlyHosts = (hosts: Readonly<Record<string, HostPolicy>>): HostsDocument => ({
  ...noHosts,
  hosts: { ...hosts },
});
