import { type ReactNode, useLayoutEffect } from 'react';
import { clockText, shownDayText } from '#domain/time/clock.ts';
import { usePrinting } from '#web/components/page/display.tsx';
import { usePresentMinute } from '#web/components/page/now.ts';
import style from './PageHeader.module.css';
import { useClock, useSchoolName } from '#web/components/page/school.tsx';

type PageHeaderProps = { title: string; heading?: ReactNode; children?: ReactNode };

/**
 * The title of a page, also for the browser's tab, with key figures beside it. On paper it names the school and the time
 * instead: current figures on a printed sheet soon become wrong.
 */
export function PageHeader({ title, heading = title, children }: PageHeaderProps) {
  const school = useSchoolName();
  return (
    <div className={style['header']}>
      <title>{`${title} · ${school}`}</title>
      <h1>{heading}</h1>
      {usePrinting() ? <Printed title={title} school={school} /> : children}
    </div>
  );
}

function Printed({ title, school }: { title: string; school: string }) {
  const now = usePresentMinute();
  const clock = useClock();
  const words = `${school} · Printed ${shownDayText(now, clock)} ${clockText(now, clock)}`;
  usePageFoot(`${title} · ${words}`);
  return <p>{words}</p>;
}

/** Names every printed sheet in its margin, with its number. A style element would need the page's nonce. */
function usePageFoot(words: string): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    const font = 'font: 8pt sans-serif; color: #444444; vertical-align: top; padding-top: 2mm;';
    sheet.replaceSync(
      `@page { @bottom-left { content: ${JSON.stringify(words)}; ${font} white-space: nowrap; }
        @bottom-right { content: counter(page) ' of ' counter(pages); ${font} } }`,
    );
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((cSSStyleSheet) => cSSStyleSheet !== sheet);
    };
  }, [words]);
}
