import { benchOf } from '#e2e/bench/outcome.ts';
import { clusterAnswers } from './clusterAnswers.ts';
import { clusterRefresh } from './clusterRefresh.ts';
import { clusterScreens } from './clusterScreens.ts';
import { clusterWhole } from './clusterWhole.ts';

/**
 * Several gateways with one PostgreSQL: the cost of an answer by their number, and compared with one that has only SQLite; the
 * cost of writing a refresh; a thousand screens at once.
 */
export const clusterBench = benchOf('cluster', {
  answers: clusterAnswers,
  refresh: clusterRefresh,
  whole: clusterWhole,
  screens: clusterScreens,
});
