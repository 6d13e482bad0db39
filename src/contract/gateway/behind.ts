import * as z from 'zod/mini';
import type { RoutePath } from '#contract/routes.ts';

/** Students, and why some fall behind, as far as the local copy shows it. */
export const behindPath = '/replica/behind' satisfies RoutePath;

/** Why a student falls behind. Instants in ISO. */
const reasonShape = z.union([
  /** The same lesson was not finished `times` times since it was last finished. */
  z.object({ kind: z.literal('unfinished'), lesson: z.string(), times: z.number(), last: z.string() }),
  z.object({ kind: z.literal('checkout'), type: z.string(), expires: z.string() }),
  /** `last` null: none since `from`, where what is held begins. */
  z.object({ kind: z.literal('no lesson'), last: z.nullable(z.string()), from: z.string() }),
  /** Nothing is booked up to `until`, where what is held ends. */
  z.object({ kind: z.literal('no booking'), until: z.string() }),
]);
export type BehindReason = z.output<typeof reasonShape>;

const studentShape = z.object({
  userId: z.string(),
  name: z.string(),
  /** Whose student it is: who taught the last lessons, and who is booked next. */
  instructors: z.array(z.object({ userId: z.string(), name: z.string() })),
  /** The most pressing first; none if nothing shows that the student falls behind. */
  reasons: z.array(reasonShape),
  /** False if the copy does not hold the student's checkouts. */
  areCheckoutsKnown: z.boolean(),
});
export type Student = z.output<typeof studentShape>;

export const behindShape = z.object({
  /** All students; those with the most reasons first. */
  students: z.array(studentShape),
  /** What is not known of any student, and why, in sentences. */
  gaps: z.array(z.string()),
});
export type BehindAnswer = z.output<typeof behindShape>;
