import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/* The architecture's rules on sizes, file names and words. Each function lists its violations, as `path: violation`. */

const maxFilesOfFolder = 20;
const minFilesOfSubfolder = 3;
const maxLines = 400;

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const isCode = (path: string) => /\.tsx?$/.test(path);
const stemOf = (path: string) => posix.basename(path).replace(/\.(module\.css|tsx?|css)$/, '');

/** The sources below `root`, by their paths with slashes. */
function listSources(root: string): string[] {
  const found = globSync('{contract,server,web}/**/*.{ts,tsx,css}', { cwd: root });
  return found.map((path) => path.replaceAll('\\', '/')).sort();
}

/** The sources directly in each folder: a component and its styles count as one, tests not at all. */
function groupByFolder(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  const all = new Set(paths);
  for (const path of paths) {
    const isStyleOfComponent =
      path.endsWith('.module.css') && all.has(path.replace(/\.module\.css$/, '.tsx'));
    if (isTest(path) || isStyleOfComponent) continue;
    const folder = posix.dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return folders;
}

/** Lists folders with too many files, subfolders with too few, and files that are too long. */
export function listSizeViolations(root: string): string[] {
  const paths = listSources(root);
  const folders = [...groupByFolder(paths)].flatMap(([folder, files]) => {
    // Migrations and import formats only ever increase in number.
    if (/\/(migrations|formats)$/.test(folder)) return [];
    const isSubfolder = folder.split('/').length > (folder.startsWith('contract/') ? 1 : 2);
    if (files.length > maxFilesOfFolder)
      return [`${folder}: ${files.length} files, at most ${maxFilesOfFolder}`];
    if (isSubfolder && files.length < minFilesOfSubfolder)
      return [`${folder}: ${files.length} files, at least ${minFilesOfSubfolder}`];
    return [];
  });
  const files = paths.flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
    return lines > maxLines ? [`${path}: ${lines} lines, at most ${maxLines}`] : [];
  });
  return [...folders, ...files];
}

/** The closed list of names that say what a file holds. */
const serverNames = /^(module|routes|service|store|policy|mail-texts|.+-(routes|service|store))$/;
// `api-client` holds the calls to our API.
const webNames = /^(queries|mutations|api-client|.+-(queries|mutations|page|figures|states|words))$/;
const foldersWithNames = /^(server|web)\/(?!config\/|platform\/)[^/]+\//;
/** Texts named after their address on the site. */
const contentFolders = /^web\/(site\/blog\/articles|learning\/modules)\//;

/**
 * Lists files in domains whose names are neither in the closed list nor made of their exports' names: each word of a
 * file name must come from an exported name or from its folder. So `createFeed` belongs in `feed.ts`, and `describePlan`
 * in `plan-text.ts` is a violation.
 */
export function listNameViolations(root: string): string[] {
  return listSources(root).flatMap((path) => {
    if (!isCode(path) || isTest(path) || !foldersWithNames.test(path) || contentFolders.test(path)) return [];
    const stem = stemOf(path);
    if (stem !== stem.toLowerCase()) return [`${path}: not in kebab-case`];
    if ((path.startsWith('server/') ? serverNames : webNames).test(stem)) return [];
    const exported = listExports(parse(root, path));
    // A program or a worker has no exports, so its name cannot come from them.
    if (exported.length === 0 || isNamedBy(path, exported)) return [];
    return [`${path}: exports ${exported.join(', ')}`];
  });
}

/** The words of an identifier, or of a path. */
function splitWords(text: string): string[] {
  const words = text.split(/[_\-/.]|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return words.filter(Boolean).map((word) => word.toLowerCase());
}

function isNamedBy(path: string, exported: readonly string[]): boolean {
  const known = [...splitWords(posix.dirname(path)), ...exported.flatMap(splitWords)];
  const joined = exported.map((name) => name.toLowerCase());
  return splitWords(stemOf(path)).every(
    // `coins` fits `Coin`, and `webauthn` fits `WebAuthn`.
    (word) => known.some((other) => isSameWord(word, other)) || joined.some((name) => name.includes(word)),
  );
}

/** Whether two words differ only in their endings. */
function isSameWord(one: string, other: string): boolean {
  const stem = (word: string) => word.replace(/(ies|ys?|es|s|ed|ing|e)$/, '');
  return stem(one) === stem(other);
}

function parse(root: string, path: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(
    path,
    readFileSync(join(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
    false,
    kind,
  );
}

function listExports(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    )
      return statement.exportClause.elements.map(({ name }) => name.text);
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported ? namesOf(statement) : [];
  });
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  const { name } = statement as ts.Statement & { name?: ts.Node };
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

/**
 * Lists relative imports that leave their domain, where `#web/…`, `#server/…` or `#contract/…` is the rule. The files of a
 * root itself, such as `server/app.ts`, are in no domain.
 */
export function listImportViolations(root: string): string[] {
  return listSources(root).flatMap((path) => {
    const domain = domainOf(path);
    if (!isCode(path) || domain === undefined) return [];
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, path), 'utf8'), true, true);
    const leaving = importedFiles
      .filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => posix.join(posix.dirname(path), fileName))
      .filter((target) => /^(contract|server|web)\//.test(target) && !target.startsWith(`${domain}/`));
    return leaving.length > 0 ? [`${path}: ${leaving.join(', ')}`] : [];
  });
}

/** `server/market`, or for the contract `contract`. Undefined directly below `server` and `web`. */
function domainOf(path: string): string | undefined {
  const [root, domain, ...rest] = path.split('/');
  if (root === 'contract') return root;
  return rest.length > 0 ? `${root}/${domain}` : undefined;
}

/** Private idiom that plain English has replaced, as whole words of an identifier. */
const bannedWords = new Set(
  'belief beliefs believe believed believes care cares desk longest misfit misfits patience stay stays tell telling tells told worn'.split(
    ' ',
  ),
);

/** Lists identifiers with a banned word, once per file. */
export function listWordViolations(root: string): string[] {
  return listSources(root).flatMap((path) => {
    if (!isCode(path) || isTest(path)) return [];
    const banned = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && isBanned(node.text)) banned.add(node.text);
      ts.forEachChild(node, visit);
    };
    visit(parse(root, path));
    return banned.size > 0 ? [`${path}: ${[...banned].join(', ')}`] : [];
  });
}

function isBanned(identifier: string): boolean {
  const words = splitWords(identifier);
  if (words[0] === 'most' && words.length > 1) return true;
  if (words.some((word, index) => word === 'lead' && words[index + 1] === 'on')) return true;
  return words.some((word) => bannedWords.has(word) || word.startsWith('rehears'));
}
