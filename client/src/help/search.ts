import type { Help } from '../wire';

/** A passage of the help that holds what was sought. */
export interface Hit {
  where: string;
  text: string;
  rules: string[];
}

export const LONGEST = 60;

/** Letters without accents or case, as many as before, so that places stay the same. */
export function plain(text: string): string {
  return Array.from(text, (sign) => {
    const bare = sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return bare.length === sign.length ? bare : sign.toLowerCase().slice(0, sign.length);
  }).join('');
}

/** Every passage with all the words sought, in its text, its titles or the ids of its rules. */
export function found(help: Help, sought: string): Hit[] {
  const wanted = plain(sought).split(/\s+/).filter(Boolean);
  const hits: Hit[] = [];
  const look = (where: string, text: string, rules: string[]): void => {
    const there = plain(`${where} ${text} ${rules.join(' ')}`);
    if (wanted.every((word) => there.includes(word))) hits.push({ where, text, rules });
  };
  for (const manual of help.manuals) {
    for (const chapter of manual.chapters) {
      for (const article of chapter.articles) {
        for (const { text, rule_ids: rules } of article.paragraphs) {
          look(`${manual.title} · ${article.title}`, text, rules);
        }
      }
    }
    for (const ruling of manual.rulings) look(manual.title, ruling.text, [ruling.rule]);
  }
  return hits;
}

/** A text in pieces, those that were sought apart. */
export function pieces(text: string, sought: string): { text: string; hit: boolean }[] {
  const wanted = plain(sought)
    .split(/\s+/)
    .filter((word) => word.length > 1);
  if (wanted.length === 0) return [{ text, hit: false }];
  const flat = plain(text);
  const cut: { text: string; hit: boolean }[] = [];
  let from = 0;
  while (from < text.length) {
    let at = -1;
    let length = 0;
    for (const word of wanted) {
      const here = flat.indexOf(word, from);
      if (here >= 0 && (at < 0 || here < at)) [at, length] = [here, word.length];
    }
    if (at < 0) break;
    if (at > from) cut.push({ text: text.slice(from, at), hit: false });
    cut.push({ text: text.slice(at, at + length), hit: true });
    from = at + length;
  }
  if (from < text.length) cut.push({ text: text.slice(from), hit: false });
  return cut;
}
