import type { ReactNode } from 'react';
import type { CourseHistory } from '#domain/planning/history.ts';

/** A student's lessons so far, and a text that says where they were counted. */
export type History = {
  /** Null until they are known. */
  readonly known: CourseHistory | null;
  readonly words: ReactNode;
};

export type Draw = (history: History | null) => ReactNode;
export type SourceProps = { student: string; children: Draw };

export const loadingLessons = 'Lessons are loading from the report.';
