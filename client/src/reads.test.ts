// @vitest-environment node
/** Types do not end at the wire: no module reads what the server sends by the names of its fields. */
import { relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = `${import.meta.dirname}/`;
/** What a game sends is given its types here, once for each. */
const BORDERS = new Set(['replay/room.svelte.ts', 'table/live.svelte.ts']);
const isGenerated = (file: string): boolean =>
  /(^|\/)types\.ts$|^games\/kernel\.ts$|^wire\.ts$/.test(file);

/** The places in some files that read a field which no type declares. */
function untypedReads(files: readonly string[], program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const reads: string[] = [];
  for (const source of program.getSourceFiles()) {
    const file = relative(ROOT, source.fileName);
    if (!files.includes(file)) continue;
    const note = (node: ts.Node): void => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      reads.push(`${file}:${line + 1} ${node.getText()}`);
    };
    const visit = (node: ts.Node): void => {
      const [of, name] = readIn(node);
      if (of && name !== undefined && isUntyped(checker, checker.getTypeAtLocation(of), name)) {
        note(node);
      }
      if (ts.isAsExpression(node) && !BORDERS.has(file) && isOfGame(checker, node)) note(node);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return reads;
}

/** What a node reads, and under which name. */
function readIn(node: ts.Node): [of: ts.Node | undefined, name?: string] {
  if (ts.isPropertyAccessExpression(node)) return [node.expression, node.name.text];
  if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
    return [node.expression, node.argumentExpression.text];
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken) {
    const name = node.propertyName ?? node.name;
    return ts.isIdentifier(name) ? [node.parent, name.text] : [undefined];
  }
  return [undefined];
}

/** Whether such a read gives something of which nothing is known. */
function isUntyped(checker: ts.TypeChecker, type: ts.Type, name: string): boolean {
  const of = checker.getNonNullableType(type);
  const parts = of.isUnion() ? of.types : [of];
  return parts.some((part) => {
    if (part.flags & ts.TypeFlags.Any) return false; // an error elsewhere
    if (checker.getPropertyOfType(part, name)) return false;
    const index = checker.getIndexInfoOfType(part, ts.IndexKind.String);
    return Boolean(index && index.type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any));
  });
}

/** Whether something is only claimed to be of a game: its type is one of the generated ones. */
function isOfGame(checker: ts.TypeChecker, node: ts.AsExpression): boolean {
  const from = checker.getTypeAtLocation(node.expression);
  const index = checker.getIndexInfoOfType(from, ts.IndexKind.String);
  const isLoose =
    from.flags & ts.TypeFlags.Unknown || (index && index.type.flags & ts.TypeFlags.Unknown);
  const symbol = checker.getTypeAtLocation(node).aliasSymbol;
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  return Boolean(isLoose) && isGenerated(relative(ROOT, file)) && !file.endsWith('wire.ts');
}

function programOf(extra: Record<string, string> = {}): [ts.Program, string[]] {
  const config = ts.readConfigFile(`${ROOT}../tsconfig.json`, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, `${ROOT}..`);
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version, ...rest) => {
    const text = extra[relative(ROOT, name)];
    return text === undefined
      ? read(name, version, ...rest)
      : ts.createSourceFile(name, text, version, true);
  };
  const planted = Object.keys(extra).map((name) => `${ROOT}${name}`);
  const names = [...fileNames, ...planted];
  const files = names
    .map((name) => relative(ROOT, name))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !isGenerated(name));
  return [ts.createProgram(names, options, host), files];
}

test('nothing that a game sends is read by strings', { timeout: 60_000 }, () => {
  const planted = `
    import type { Room } from './table/room';
    import type { Table } from './games/diktat/types';
    export function read(room: Room, heard: Record<string, unknown>) {
      const { sector } = heard;
      const table = room.state!.game.table as unknown;
      return [heard['seat'], heard.by, sector, (table as Table).cycle, room.state!.game.may_act];
    }`;
  const [program, files] = programOf({ 'planted.ts': planted });
  expect(files.length).toBeGreaterThan(60);
  const reads = untypedReads(files, program);
  expect(reads.map((read) => read.replace(/^(planted\.ts):\d+ /, '$1 '))).toEqual([
    'planted.ts sector',
    "planted.ts heard['seat']",
    'planted.ts heard.by',
    'planted.ts table as Table',
  ]);
});
