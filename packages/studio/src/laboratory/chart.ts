// The picture of speedup curves as plain shapes, both axes logarithmic: the page draws them, and an exported file has the
// same ones. Linear speedup is the diagonal, so that what a search loses is the distance below it.
import type { Curve } from './curve.js';
import type { PaperSeries } from './paper-points.js';

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

export interface ChartMark {
  readonly x: number;
  readonly y: number;
  readonly title: string;
}

export interface ChartLine {
  readonly label: string;
  /** Index of the colour. */
  readonly colour: number;
  readonly points: readonly ChartMark[];
  /** Points of a paper are hollow and not connected. */
  readonly isPaper: boolean;
}

export interface ChartTick {
  readonly at: number;
  readonly text: string;
}

export interface Chart extends ChartSize {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly xTicks: readonly ChartTick[];
  readonly yTicks: readonly ChartTick[];
  /** Linear speedup. */
  readonly ideal: readonly [number, number, number, number];
  readonly lines: readonly ChartLine[];
}

const MARGIN = { left: 46, right: 16, top: 14, bottom: 40 };

/** Lays out curves and the papers' points; axes reach from 1 to the largest number of processors. */
export function layoutChart(
  curves: readonly Curve[],
  papers: readonly PaperSeries[],
  { width, height }: ChartSize,
): Chart {
  const processors = [
    ...curves.flatMap(({ points }) => points.map((point) => point.processors)),
    ...papers.flatMap(({ points }) => points.map(([count]) => count)),
  ];
  const speedups = [
    ...curves.flatMap(({ points }) => points.map((point) => point.speedup)),
    ...papers.flatMap(({ points }) => points.map(([, speedup]) => speedup)),
  ].filter((speedup) => speedup > 0);
  const xEnd = powerAbove(Math.max(16, ...processors));
  const yStart = Math.min(1, powerBelow(Math.min(1, ...speedups)));
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const [top, bottom] = [MARGIN.top, height - MARGIN.bottom];
  const x = (count: number) => left + ((right - left) * Math.log2(count)) / Math.log2(xEnd);
  const ySpan = Math.log2(xEnd / yStart);
  const y = (speedup: number) =>
    bottom - ((bottom - top) * Math.log2(Math.max(speedup, yStart) / yStart)) / ySpan;
  const mark = (label: string, count: number, speedup: number): ChartMark => ({
    x: x(count),
    y: y(speedup),
    title: `${label}: ${speedup.toFixed(2)} on ${count.toLocaleString('en-US')} processors`,
  });
  const most = Math.max(2, Math.floor((right - left) / 46));
  return {
    ...{ width, height, left, right, top, bottom },
    xTicks: ticks(1, xEnd, most).map((at) => ({ at: x(at), text: at.toLocaleString('en-US') })),
    yTicks: ticks(yStart, xEnd, Math.max(2, Math.floor((bottom - top) / 30))).map((at) => ({
      at: y(at),
      text: at >= 1 ? at.toLocaleString('en-US') : `1/${1 / at}`,
    })),
    ideal: [x(1), y(1), x(xEnd), y(xEnd)],
    lines: [
      ...curves.map(({ label, points }, colour) => ({
        label,
        colour,
        isPaper: false,
        points: points
          .filter(({ speedup }) => speedup > 0)
          .map((point) => mark(label, point.processors, point.speedup)),
      })),
      ...papers.map(({ label, points }, index) => ({
        label,
        colour: index,
        isPaper: true,
        points: points.map(([count, speedup]) => mark(`Paper, ${label}`, count, speedup)),
      })),
    ],
  };
}

const powerAbove = (value: number): number => 2 ** Math.ceil(Math.log2(value));
const powerBelow = (value: number): number => 2 ** Math.floor(Math.log2(value));

/** Powers of two from one to the other, every second one and so on where there is no room for all. */
function ticks(from: number, to: number, most: number): number[] {
  const all: number[] = [];
  for (let power = from; power <= to; power *= 2) all.push(power);
  const every = Math.ceil(all.length / most);
  return all.filter((_, index) => index % every === 0);
}

export interface ChartColours {
  readonly background: string;
  readonly text: string;
  readonly line: string;
  readonly curves: readonly string[];
  readonly papers: readonly string[];
}

/** A file of the picture that needs no style sheet. */
export function makeSvg(chart: Chart, colours: ChartColours, sources: readonly string[]): string {
  const { width, height, left, right, bottom, top } = chart;
  const legend = chart.lines.map(({ label, isPaper }) => (isPaper ? `Paper: ${label}` : label));
  const rows = [...legend, ...sources.map((source) => `Source: ${source}`)];
  const all = height + 8 + 16 * rows.length;
  const out: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${all}" viewBox="0 0 ${width} ${all}" font-family="sans-serif" font-size="12" fill="${colours.text}">`,
    `<rect width="${width}" height="${all}" fill="${colours.background}"/>`,
  ];
  for (const { at, text } of chart.xTicks) {
    out.push(
      `<path d="M${at} ${top}V${bottom}" stroke="${colours.line}"/>`,
      `<text x="${at}" y="${bottom + 16}" text-anchor="middle">${text}</text>`,
    );
  }
  for (const { at, text } of chart.yTicks) {
    out.push(
      `<path d="M${left} ${at}H${right}" stroke="${colours.line}"/>`,
      `<text x="${left - 6}" y="${at + 4}" text-anchor="end">${text}</text>`,
    );
  }
  const [x1, y1, x2, y2] = chart.ideal;
  out.push(
    `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${colours.text}" stroke-dasharray="4 4" opacity="0.6"/>`,
    `<text x="${(left + right) / 2}" y="${bottom + 32}" text-anchor="middle">processors</text>`,
  );
  for (const line of chart.lines) out.push(...lineShapes(line, colours));
  rows.forEach((text, index) => {
    const line = chart.lines[index];
    const y = height + 8 + 16 * index;
    if (line !== undefined) {
      out.push(`<circle cx="${left}" cy="${y - 4}" r="4" fill="${colourOf(line, colours)}"/>`);
    }
    out.push(`<text x="${left + 10}" y="${y}">${escapeText(text)}</text>`);
  });
  return [...out, '</svg>', ''].join('\n');
}

const colourOf = ({ isPaper, colour }: ChartLine, { curves, papers }: ChartColours): string =>
  isPaper ? papers[colour % papers.length]! : curves[colour % curves.length]!;

function lineShapes(line: ChartLine, colours: ChartColours): string[] {
  const colour = colourOf(line, colours);
  const path = line.points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const marks = line.points.map(({ x, y, title }) => {
    const name = `<title>${escapeText(title)}</title>`;
    return line.isPaper
      ? `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" transform="rotate(45 ${x} ${y})" fill="none" stroke="${colour}" stroke-width="2">${name}</rect>`
      : `<circle cx="${x}" cy="${y}" r="4" fill="${colour}">${name}</circle>`;
  });
  if (line.isPaper || path === '') return marks;
  return [`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`, ...marks];
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
