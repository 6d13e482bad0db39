import { instructorOf, isShopVisit, type Reservation } from '#domain/reservations/reservations.ts';
import { school } from '#domain/school.ts';
import { isOnSimulator } from '#domain/reservations/state.ts';

/**
 * Whether a student flies alone. `solo`: the names say so. `may be solo`: they do not say it beyond doubt, or a student flies and
 * no instructor is named. A solo with an instructor is supervised from the ground.
 */
export type Solo = 'solo' | 'may be solo' | 'no';

/** In English, German, French, Spanish, Portuguese, Italian, Dutch and Japanese, as the names of report columns. */
const soloWords =
  /(?<![\p{L}\p{N}])(solo|solos|soloist|allein|alleinflug|alleinflüge|alleinfluege|soloflug|soloflüge|seul|seule|lâcher|lacher|sola|solista|sozinho|sozinha|soloflight|solovlucht|solovluchten)(?![\p{L}\p{N}])|単独|ソロ/iu;
/** A lesson before the first solo has an instructor on board. */
const beforeSolo = /\bpre[ -]?solo\b/gi;
/** With one of these words, a name does not prove a solo. */
const besideSolo =
  /\b(dual|ground|instruction|instructional|check ?ride|stage check|review|briefing|debriefing|doppelsteuer|double commande|doble mando|duplo comando|doppio comando)\b/i;
/** Words for training, in the same languages. */
const trainingWords =
  /(?<![\p{L}\p{N}])(training|lesson|lessons|student|students|instruction|instructional|dual|syllabus|schulung|flugschulung|ausbildung|flugschüler|flugschülerin|schüler|schulflug|übungsflug|formation|école|élève|eleve|élèves|leçon|lecon|instrucción|instruccion|alumno|alumna|lección|leccion|clase|escuela|instrução|instrucao|aluno|aluna|aula|treino|treinamento|istruzione|allievo|allieva|lezione|addestramento|opleiding|leerling|lesvlucht|vliegles)(?![\p{L}\p{N}])|訓練|学生|練習/iu;
/** A name with such a word is not a student's flight by its name alone. */
const notStudents =
  /\b(rental|rent|renter|charter|ferry|recurrent|proficiency|checkout|staff|instructor training|maintenance|sightseeing|scenic|discovery|intro|introductory)\b/i;

export const simulatorWords = /\b(sim|sims|simulator|ftd|aatd|batd)\b/i;

/** True if a name says “solo” in any way. */
export function saysSolo(names: string): boolean {
  return soloWords.test(names.replaceAll(beforeSolo, ' ')) || hasOwnWord(names);
}

function hasOwnWord(names: string): boolean {
  const { soloWords: own } = school();
  if (own.length === 0) return false;
  const plain = spaced(names);
  return own.some((word) => plain.includes(spaced(word)));
}

/** Words in lower case with one blank on each side, so that only whole words are found. */
function spaced(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** Whether a reservation is a student's solo, by the names of its type, activity, courses and lessons, and by who is on it. */
export function soloOf(reservation: Reservation): Solo {
  if (isShopVisit(reservation) || reservation.kind === 'Maintenance' || isOnSimulator(reservation)) return 'no';
  const names = `${reservation.type} · ${reservation.activity}`;
  const lessons = lessonNames(reservation);
  const isSimulated = simulatorWords.test(names);
  const isClear = !besideSolo.test(names) && !isSimulated;
  if (instructorOf(reservation) !== null) {
    if (saysSolo(names)) return isClear ? 'solo' : 'no';
    // With an instructor on the reservation, the lesson may be the first solo after a flight together.
    return isClear && lessons.some((name) => saysSolo(name) && !besideSolo.test(name)) ? 'may be solo' : 'no';
  }
  if (saysSolo(names) || lessons.some(saysSolo)) return 'solo';
  if (isSimulated) return 'no';
  return lessons.length > 0 || isTrainingName(names) ? 'may be solo' : 'no';
}

/** True if the names of a type and an activity call it training, and not one that people have who are no students. */
export function isTrainingName(names: string): boolean {
  return trainingWords.test(names) && !notStudents.test(names);
}

/** The names of the courses and lessons that a reservation is for. */
function lessonNames({ record }: Reservation): string[] {
  return (record.training?.sessions ?? []).flatMap((session) =>
    [session?.course?.name, session?.lesson?.name].flatMap((name) => name ?? []),
  );
}
