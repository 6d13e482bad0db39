import type { Booking, Plan } from './plan.ts';
import { courses } from '#server/operator/school/founding/syllabus.ts';

/** The training session of a booking; outcome 3 is Passed (section 3), 4 Incomplete: the lesson is flown again. */
export type Session = { readonly enrollmentId: number; readonly lessonId: number; readonly outcome: 3 | 4 };

/** The next lesson of a student with an instructor in an aircraft or simulator. */
export function teach(plan: Plan, { client, activity }: Booking): Session | null {
  const enrollment = client?.enrollment;
  const lessonId = enrollment?.lessons[enrollment.passed];
  const isLesson = activity === 'Dual Flight Training' || activity === 'Simulator Training';
  if (!client || !enrollment || lessonId === undefined || !isLesson) return null;
  const outcome = plan.random.chance(0.88) ? 3 : 4;
  if (outcome === 3) enrollment.passed += 1;
  const session = { enrollmentId: enrollment.id, lessonId, outcome } as const;
  if (enrollment.passed === enrollment.lessons.length) enrol(plan, client);
  return session;
}

/** Into the next course, from tomorrow on; who has had them all stays in the last. */
function enrol(plan: Plan, client: NonNullable<Booking['client']>): void {
  const finished = client.enrollment;
  if (!finished) return;
  const courseId = Math.min(finished.courseId + 1, courses.length);
  const { state } = plan;
  const id = state.ids.enrollment++;
  client.enrollment = {
    id,
    courseId,
    instructorId: finished.instructorId,
    passed: 0,
    lessons: state.lessons.get(courseId) ?? [],
  };
  state.records.enrollment({
    id,
    person_id: client.id,
    course_id: courseId,
    instructor_id: finished.instructorId,
    started_at: state.clock.midnight(plan.day + 1),
    passed_before: 0,
  });
}
