import { benchOf } from '#e2e/bench/outcome.ts';
import { clusterAnswers } from './clusterAnswers.ts';
import { clusterRefresh } from './clusterRefresh.ts';
import { clusterScreens } from './clusterScreens.ts';
import { clusterWhole } from './clusterWhole.ts';

/**
 * Several gateways with one PostgreSQL: what an answer costs by their number, and beside one with SQLite alone; what it costs to write
 * a refresh; a thousand screens at once.
 */
export const clusterBench = benchOf('cluster', {
  answers: clusterAnswers,
  refresh: clusterRefresh,
  whole: clusterWhole,
  screens: clusterScreens,
});
