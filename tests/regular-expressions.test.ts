import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('{contract,server,web,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file));

interface Found {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Replaces the non-literal parts of a pattern that is built from strings. */
const standIn = '2';

/** The regular expressions of a file: literals, and arguments of `RegExp`. */
function listExpressions(file: string, text: string): Found[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const placeOf = (node: ts.Node) =>
    `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText()}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ place: placeOf(node), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map(readText);
      found.push({ place: placeOf(node), source: source ?? '', flags: flags ?? '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function readText(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return standIn;
  return node.head.text + node.templateSpans.map(({ literal }) => standIn + literal.text).join('');
}

/** The expressions that take more than linear time for some text. */
function listSlow(expressions: readonly Found[]): string[] {
  return expressions.flatMap(({ place, source, flags }) => {
    const { reports } = analyse({ source, flags });
    return reports.length > 0 ? [place] : [];
  });
}

describe('The regular expressions', () => {
  it('take linear time for any text', () => {
    const all = files.flatMap((file) => listExpressions(file, readFileSync(join(root, file), 'utf8')));
    expect(all.length).toBeGreaterThan(100);
    expect(listSlow(all)).toEqual([]);
  });

  it.each([
    ['exponential', '/^(?:a+)+$/'],
    ['quadratic', '/^\\d*\\d*$/'],
    ['quadratic because they can start anywhere', '/\\s+$/'],
    ['built from text', 'new RegExp(`^(?:$' + "{name}+)+$`, 'i')"],
    ['built from text', "RegExp('x*x*$')"],
  ])('are reported if they are %s: %s', (_what, code) => {
    expect(listSlow(listExpressions('sample.ts', `const pattern = ${code};`))).toHaveLength(1);
  });
});
