// Pictures of a game's module are shown as shapes alone: nothing in them can run, load or style the page.
import { Window } from 'happy-dom';
import { describe, expect, test } from 'vitest';
import {
  isSvg,
  MAX_SVG,
  parseSvg,
  type SafeShape,
  type SvgParser,
} from '../../src/boards/safe-svg.js';

const parser = new new Window().DOMParser() as unknown as SvgParser;
const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"';

function shapes(text: string): SafeShape {
  const read = parseSvg(text, parser);
  return read.ok ? read.value : expect.fail(read.error.message);
}

function everything(shape: SafeShape): string {
  return JSON.stringify(shape);
}

describe('what is kept', () => {
  test('shapes with their attributes, in order, and text', () => {
    const text = `<svg ${NAMESPACE} viewBox="0 0 30 30"><g transform="translate(1 2)"><rect x="1" y="2" width="3" height="4" fill="#c0ffee"/><circle cx="5" cy="5" r="2" stroke="rgb(1, 2, 3)"/></g><text x="3" text-anchor="middle">7</text></svg>`;
    expect(shapes(text)).toEqual({
      name: 'svg',
      attributes: { viewBox: '0 0 30 30' },
      children: [
        {
          name: 'g',
          attributes: { transform: 'translate(1 2)' },
          children: [
            {
              name: 'rect',
              attributes: { x: '1', y: '2', width: '3', height: '4', fill: '#c0ffee' },
              children: [],
            },
            {
              name: 'circle',
              attributes: { cx: '5', cy: '5', r: '2', stroke: 'rgb(1, 2, 3)' },
              children: [],
            },
          ],
        },
        { name: 'text', attributes: { x: '3', 'text-anchor': 'middle' }, children: ['7'] },
      ],
    });
  });

  test("the page's own colours", () => {
    expect(
      everything(shapes(`<svg ${NAMESPACE}><path d="M0 0L1 1" fill="var(--text)"/></svg>`)),
    ).toContain('var(--text)');
  });

  test('the move that a shape plays, apart from its attributes', () => {
    const { children } = shapes(`<svg ${NAMESPACE}><rect x="1" data-move='{"to":"b2"}'/></svg>`);
    expect(children).toEqual([
      { name: 'rect', attributes: { x: '1' }, children: [], move: '{"to":"b2"}' },
    ]);
  });

  test('width and height become the box', () => {
    expect(shapes(`<svg ${NAMESPACE} width="40" height="20px"/>`).attributes).toEqual({
      viewBox: '0 0 40 20',
    });
  });
});

describe('what is left out', () => {
  test.each([
    ['scripts', '<script>alert(1)</script>'],
    ['scripts inside shapes', '<g><script href="data:text/javascript,alert(1)"/></g>'],
    [
      'HTML in an SVG',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>',
    ],
    ['shapes of another namespace', '<rect xmlns="http://www.w3.org/1999/xhtml" width="alert"/>'],
    ['images', '<image href="https://alert.example/x.png"/>'],
    ['references', '<use href="#alert"/>'],
    ['links', '<a href="javascript:alert(1)"><text>alert</text></a>'],
    ['styles', '<style>* { fill: url(https://alert.example) }</style>'],
    ['animations', '<animate attributeName="href" to="javascript:alert(1)"/>'],
    ['event attributes', '<rect onclick="alert(1)" onload="alert(1)"/>'],
    ['style attributes', '<rect style="fill:url(https://alert.example)"/>'],
    ['addresses in paints', '<rect fill="url(https://alert.example)"/>'],
    ['local references in paints', '<rect fill="url(#alert)"/>'],
    ['escapes in paints', '<rect fill="u\\72l(alert)"/>'],
    ['classes and ids', '<rect class="alert" id="alert"/>'],
    [
      'prefixed attributes',
      '<rect xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="alert"/>',
    ],
    [
      'properties of the page library',
      '<rect dangerouslySetInnerHTML="alert" ref="alert" key="alert"/>',
    ],
  ])('%s', (_, inside) => {
    const safe = everything(
      shapes(`<svg ${NAMESPACE} viewBox="0 0 1 1">${inside}<rect x="3"/></svg>`),
    );
    expect(safe).not.toMatch(/alert|href|script|style|foreign|body|url/i);
    // The rest of the picture is still there.
    expect(safe).toContain('{"name":"rect","attributes":{"x":"3"},"children":[]}');
  });
});

describe('what is refused', () => {
  const refused = (text: string) => {
    const read = parseSvg(text, parser);
    return read.ok ? 'read' : read.error.code;
  };

  test('too long a picture', () => {
    expect(refused(`<svg>${' '.repeat(MAX_SVG)}</svg>`)).toBe('ERR_TOO_LONG');
  });

  test('declarations of entities', () => {
    expect(refused('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>')).toBe('ERR_CHARACTER');
  });

  test('too many shapes, or too deep ones', () => {
    expect(refused(`<svg ${NAMESPACE}>${'<g/>'.repeat(10_001)}</svg>`)).toBe('ERR_LIMIT');
    expect(refused(`<svg ${NAMESPACE}>${'<g>'.repeat(40)}${'</g>'.repeat(40)}</svg>`)).toBe(
      'ERR_LIMIT',
    );
  });

  test('what is no SVG', () => {
    expect(refused('<html/>')).toBe('ERR_CHARACTER');
  });
});

test('text pictures are not taken for SVG', () => {
  expect(isSvg('X - O')).toBe(false);
  expect(isSvg('  <svg viewBox="0 0 1 1"/>')).toBe(true);
  expect(isSvg('<?xml version="1.0"?>\n<svg viewBox="0 0 1 1"/>')).toBe(true);
  expect(isSvg('<svgx/>')).toBe(false);
});
