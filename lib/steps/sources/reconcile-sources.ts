import { judgeSourceEnd } from '../../source/alerts/source-end.ts';
import { planHash, nextRunAfter } from '../../source/source-plan.ts';
import { noState } from '../../source/source-state.ts';
import { noteReconciled } from '../../store/sources/manifest-root.ts';
import { deleteHeaderBoxes } from '../../store/sources/header-boxes.ts';
import { scheduleSource } from '../../store/sources/schedule-source.ts';
import { listSourceStates } from '../../store/sources/source-states.ts';
import { endAlerts, type EndAlertsDependencies } from './end-alerts.ts';
import { loadTeam } from './load-sources.ts';

/** Writes at the same time. */
const atOnce = 20;

/**
 * Writes what was applied onto a team's sources: when each is due, and that sources in no manifest are not due. Also
 * removes the earlier objects of sealed headers, and closes the alerts of sources that were removed or retired.
 * Repeating it changes nothing, and a source with an unchanged cadence keeps its time. If the process dies in the
 * middle, the heartbeat continues.
 */
export const reconcileSources = async (
  stores: EndAlertsDependencies,
  team: string,
): Promise<{ readonly changed: number }> => {
  const { table, now } = stores;
  const { root, sources } = await loadTeam(stores, team);
  for (const { headers, formerHeaders = [] } of Object.values(root.manifests))
    for (const key of formerHeaders) if (key !== headers) await deleteHeaderBoxes(stores.sources, key);
  const states = await listSourceStates(table, team);
  const wanted = [...sources.values()].flatMap(({ source, manifest }) => {
    const state = states.get(source.id) ?? noState;
    const plan = planHash(source);
    if (state.plan === plan) return [];
    return [
      {
        name: { team, source: source.id },
        state,
        next: {
          plan,
          manifest,
          dueAt: nextRunAfter(source, state, now()),
          isOver: source.status === 'retired',
        },
      },
    ];
  });
  const gone = [...states].flatMap(([id, state]) =>
    sources.has(id) || state.plan === undefined
      ? []
      : [
          {
            name: { team, source: id },
            state,
            next: { plan: null, manifest: null, dueAt: null, isOver: true },
          },
        ],
  );
  const all = [...wanted, ...gone];
  let missed = 0;
  for (let start = 0; start < all.length; start += atOnce) {
    const written = await Promise.all(
      all
        .slice(start, start + atOnce)
        .map(({ name, state, next }) => scheduleSource(table, name, state, next)),
    );
    missed += written.filter((was) => !was).length;
  }
  // If another writer moved one meanwhile, that writer kept it in the index or took it out for a reason. The next
  // heartbeat checks it again.
  const isTold = await endAlerts(stores, { team }, (id) =>
    judgeSourceEnd(sources.get(id)?.source, states.get(id)),
  );
  if (missed === 0 && isTold) await noteReconciled(table, team, root.seq);
  return { changed: all.length - missed };
};
