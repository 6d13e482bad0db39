import type { CSSProperties } from 'react';
import { type BoardSettings } from '#domain/board/settings.ts';
import { boardSizes } from '#domain/board/sizes.ts';
import { Choices } from '#web/ui/controls/controls.tsx';
import { useUrlChoice } from '#web/ui/page/urlState.ts';
import style from './BoardBuilder.module.css';

const rooms = {
  hd: { width: 1920, height: 1080 },
  uhd: { width: 3840, height: 2160 },
  portrait: { width: 1080, height: 1920 },
} as const;

const options = [
  { value: 'off', label: 'No preview' },
  { value: 'hd', label: '1920 × 1080' },
  { value: 'uhd', label: '3840 × 2160' },
  { value: 'portrait', label: '1080 × 1920' },
] as const;

/** The board itself at the size of its screen, made small; without one, the sizes of its text alone. */
export function BoardPreview({ link, settings }: { link: string; settings: BoardSettings }) {
  const preview = useUrlChoice('preview', ['off', 'hd', 'uhd', 'portrait'], 'off');
  const room = rooms[preview.value === 'off' ? 'hd' : preview.value];
  const { legible, easy, isTooFar } = boardSizes(settings, room);
  return (
    <div className={style['preview']}>
      <Choices
        label="Preview"
        value={preview.value}
        options={options}
        onChange={(choice) => void preview.set(choice)}
      />
      <p>
        {isTooFar
          ? 'This screen is too small to be read from so far away: take a larger one, or come nearer.'
          : `At ${room.width} × ${room.height}, text is ${legible} to ${easy} pixels tall and more.`}
      </p>
      {preview.value !== 'off' && (
        <div className={style['screen']} style={{ '--width': room.width, '--height': room.height } as CSSProperties}>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, and with its scripts and origin no sandbox holds */}
          <iframe key={preview.value} src={link} title="Preview of the board" {...room} tabIndex={-1} />
        </div>
      )}
    </div>
  );
}
