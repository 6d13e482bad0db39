import { usePrinting } from '#web/components/page/display.tsx';

/**
 * The title of a list; on paper, which has no controls, also what narrows it: `Aircraft: can go, with “512”`. Empty words
 * are left out.
 */
export function usePaperTitle(title: string, asked: readonly (string | false | null)[]): string {
  const words = asked.filter(Boolean).join(', ');
  return usePrinting() && words !== '' ? `${title}: ${words}` : title;
}
