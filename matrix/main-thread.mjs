// How long tasks block the main thread of a page, from the browser's own trace: the processor time of each task. Its
// duration on the clock would include the time in which another process had the core, which says nothing of the page.

const TASKS = 'disabled-by-default-devtools.timeline';
/** Its user timing tells the page's thread from those of the browser's own pages. */
const MARK = 'plyades-matrix';

/**
 * Records until the returned function is called, which returns the longest task of the page's main thread in ms.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<() => Promise<number>>}
 */
export async function recordTasks(page) {
  const session = await page.context().browser().newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [TASKS, 'blink.user_timing'], excludedCategories: ['*'] },
  });
  await page.evaluate((mark) => performance.mark(mark), MARK);
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return longestTask(events);
  };
}

function longestTask(events) {
  const mark = events.find(({ name }) => name === MARK);
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      name === 'RunTask' && ph === 'X' && pid === mark?.pid && tid === mark.tid,
  );
  if (tasks.length === 0) throw new Error('the trace of the browser has no tasks of the page');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
