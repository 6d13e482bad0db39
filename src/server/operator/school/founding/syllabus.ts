/** A course and the names of its lessons, in order. */
export type Course = { readonly name: string; readonly lessons: readonly string[] };

const numbered = (topics: readonly string[]): readonly string[] =>
  topics.map((topic, index) => `Lesson ${index + 1}: ${topic}`);

/** The courses a student goes through, one after the other; the last one is taken again and again. */
export const courses: readonly Course[] = [
  {
    name: 'Private Pilot Certificate (ASEL)',
    lessons: numbered([
      'Introduction to Flight', 'Four Fundamentals', 'Slow Flight', 'Power-Off Stalls', 'Power-On Stalls',
      'Ground Reference Maneuvers', 'Traffic Pattern', 'Normal Landings', 'Go-Arounds', 'Emergency Procedures',
      'Crosswind Landings', 'Pre-Solo Review', 'First Solo', 'Steep Turns', 'Short-Field Operations',
      'Soft-Field Operations', 'Basic Instruments', 'Unusual Attitudes', 'Pilotage and Dead Reckoning',
      'Dual Cross-Country', 'Radio Navigation', 'Night Operations', 'Night Cross-Country', 'Solo Cross-Country',
      'Long Solo Cross-Country', 'Performance Maneuvers', 'Practical Test Review', 'Stage Check',
    ]),
  },
  {
    name: 'Instrument Rating',
    lessons: numbered([
      'Attitude Instrument Flying', 'Partial Panel', 'Holding', 'VOR Approaches', 'ILS Approaches', 'RNAV Approaches',
      'Circling', 'Missed Approaches', 'DME Arcs', 'IFR Clearances', 'Lost Communications', 'IFR Cross-Country',
      'Long IFR Cross-Country', 'Icing and Weather Decisions', 'Practical Test Review', 'Stage Check',
    ]),
  },
  {
    name: 'Commercial Pilot Certificate',
    lessons: numbered([
      'Chandelles', 'Lazy Eights', 'Eights on Pylons', 'Steep Spirals', 'Power-Off 180', 'Complex Transition',
      'Accelerated Stalls', 'Commercial Cross-Country', 'Night Cross-Country', 'Practical Test Review', 'Stage Check',
    ]),
  },
  {
    name: 'Multi-Engine Rating',
    lessons: numbered([
      'Systems and Procedures', 'Single-Engine Aerodynamics', 'Vmc Demonstration', 'Engine-Out Landings',
      'Single-Engine Approaches', 'Practical Test Review',
    ]),
  },
  {
    name: 'Flight Instructor Certificate',
    lessons: numbered([
      'Right-Seat Transition', 'Teaching the Fundamentals', 'Teaching Maneuvers', 'Teaching Landings',
      'Spin Endorsement', 'Lesson Planning', 'Practical Test Review', 'Stage Check',
    ]),
  },
  {
    name: 'Recurrent Training',
    lessons: numbered(['Flight Review', 'Instrument Proficiency Check', 'Mountain Flying', 'Upset Recovery']),
  },
]; // prettier-ignore
