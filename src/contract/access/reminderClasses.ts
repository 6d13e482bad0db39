import * as z from 'zod/mini';
import type { RoutePath } from '#contract/routes.ts';

/**
 * What a reminder is for. `airworthiness`: inspections, directives, life limits; it grounds. `conditional`: needed for some
 * flights only, such as IFR or at night. `advisory`: cleaning, subscriptions and the like.
 */
export const reminderClasses = ['airworthiness', 'conditional', 'advisory'] as const;
export type ReminderClass = (typeof reminderClasses)[number];

/** The classes that managers have set, by the names of reminders (`reminderNameKey`). All others are read from the name. */
export const setClassesShape = z.record(z.string(), z.enum(reminderClasses));
export type SetClasses = Readonly<z.output<typeof setClassesShape>>;

/** `GET /access/reminders`, for managers: the classes that they have set. */
export const reminderClassesPath = '/access/reminders' satisfies RoutePath;
export const reminderClassesShape = z.object({ classes: setClassesShape });

/** Longest name of a reminder whose class can be set. */
export const longestReminderName = 200;

/** `POST /access/reminders` sets the class of all reminders of a name; null reads it from the name again. It answers like the GET. */
export const reminderClassRequestShape = z.object({ name: z.string(), class: z.nullable(z.enum(reminderClasses)) });
export type ReminderClassRequest = z.output<typeof reminderClassRequestShape>;

/** One form of a reminder's name, however its letters and spaces are written. */
export function reminderNameKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
