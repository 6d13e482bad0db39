import { chromium } from 'playwright';
const [, , base, out, ...paths] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const sizes = { 390: [390, 844], 1280: [1280, 800], 1920: [1920, 1080] };
for (const path of paths) {
  const name = path.replace(/[^a-z0-9]+/gi, '_').slice(0, 40);
  for (const scheme of ['light', 'dark'])
    for (const [w, size] of Object.entries(sizes)) {
      const page = await browser.newPage({ viewport: { width: size[0], height: size[1] }, colorScheme: scheme });
      page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(m.text()));
      await page.clock.setFixedTime('2026-05-12T17:05:00Z');
      await page.goto(base + path);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `${out}/${name}-${w}-${scheme}.png`, fullPage: true });
      if (scheme === 'light' && w === '1280') {
        for (const format of ['Letter', 'A4']) {
          const pdf = await page.pdf({ format, preferCSSPageSize: true, path: `${out}/${name}-${format}.pdf` });
          const plain = await page.pdf({ format });
          const n = (b) => b.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
          console.log(
            path,
            format,
            'pages',
            n(pdf),
            n(plain),
            'boxes',
            pdf.toString('latin1').match(/MediaBox\s*\[[^\]]+\]/)?.[0],
          );
        }
        const cut = await page.evaluate(() => {
          const s = document.querySelector('.brief-sheet');
          return s ? [s.scrollHeight, s.clientHeight, s.scrollWidth, s.clientWidth] : null;
        });
        console.log('scroll', cut);
      }
      await page.close();
    }
}
await browser.close();
