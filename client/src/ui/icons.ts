/**
 * Our icons, each one colour on a grid of 24, told from its sisters as a black blot of 13 px. Holes
 * are real holes (evenodd). Each is an export of its own, so that a page carries only what it shows.
 */

/** A path on the 24 grid, or with a box of its own. */
export type Drawing = string | readonly [box: string, path: string];

// Agents: round, square, pointed. The outline alone tells them apart.
export const citizen =
  'M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22zM7 9c0-3 2-4.5 5-4.5 2.6 0 4.3 1.1 4.8 3l2.2.5V10H7zM8 11h8c0 2.5-1.7 4.2-4 4.2S8 13.5 8 11zM5.5 19.3c.8-2.4 3.2-3.8 6.5-3.8s5.7 1.4 6.5 3.8a9.3 9.3 0 0 1-13 0z';
export const guard =
  'M1.5 1.5h21v21h-21zM12 4.5c-4 0-6 2.6-6 6V18h3.5v-5H7.8v-2h8.4v2h-1.7v5H18v-7.5c0-3.4-2-6-6-6zM10.8 13h2.4v6.5h-2.4z';
export const emissary =
  'M12 0l11.5 12L12 24 .5 12zM9.3 5.5V9.5H6.5v1.8h11V9.5h-2.8V5.5zM9 12.5c.2 1.8 1.3 3 3 3s2.8-1.2 3-3zM8 17.3l4 3.7 4-3.7-2.6-.8L12 18l-1.4-1.5z';
export const hidden =
  'M2 2h20v20H2zM4 4v16h16V4zM9 9.5C9 7.5 10.2 6.5 12 6.5s3.2 1 3.2 2.8c0 2.3-2.2 2.4-2.2 4.7h-2c0-3 2.1-3.3 2.1-4.7 0-.7-.4-1-1.1-1s-1 .4-1 1.2zM11 15.5h2v2h-2z';

// Tokens
export const spy =
  'M6 9l1.5-6h9L18 9h4v2H2V9zM7 12.5a4.2 4.2 0 0 1 4 3h2a4.2 4.2 0 1 1 0 2.6h-2a4.2 4.2 0 1 1-4-5.6zm0 2a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 0 0 0-4.4zm10 0a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 0 0 0-4.4z';
export const assassin =
  'M21.5 1l1.5 1.5L12.5 15 9 11.5zM7.5 10L14 16.5l-1.6 1.6-2-2L5.5 21 6 22.5 4.5 24 0 19.5 1.5 18l1.5.5 4.9-4.9-2-2z';
export const power = 'M14 0L4 14h6l-2 10L20 9h-7z';
export const vp = 'M12 .5l2.9 7.9 8.6.3-6.8 5.2 2.4 8.1L12 17.1 4.9 22l2.4-8.1L.5 8.7l8.6-.3z';
export const debt =
  'M8 8.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15zM4.5 15v2.5h7V15zM14.5 6.5a3 3 0 1 1 0 6a3 3 0 0 1 0-6zm0 2a1 1 0 1 0 0 2a1 1 0 0 0 0-2zM19.5 .5a4 4 0 1 1 0 8a4 4 0 0 1 0-8zm0 2.3a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 0 0 0-3.4z';
export const rank = 'M12 1l10 7v4L12 5 2 12V8zM12 9l10 7v4l-10-7-10 7v-4zM12 17l8 6H4z';
export const administrator = 'M2 19h20v4H2zM3 17L1 5l6 5 5-9 5 9 6-5-2 12z';
export const used =
  'M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22zm0 3a8 8 0 0 1 4.9 1.7L5.7 16.9A8 8 0 0 1 12 4zm6.3 3.1A8 8 0 0 1 7.1 18.3z';

// Affinities: pediment, three heads, shard, all three in one
export const politics =
  'M12 1l11 7v2H1V8zM3 11.5h3.5V19H3zM10.2 11.5h3.6V19h-3.6zM17.5 11.5H21V19h-3.5zM1 20.5h22V23H1z';
export const people =
  'M12 3a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7zM4.5 7a2.7 2.7 0 1 1 0 5.4a2.7 2.7 0 0 1 0-5.4zM19.5 7a2.7 2.7 0 1 1 0 5.4a2.7 2.7 0 0 1 0-5.4zM6.5 22v-5.5a5.5 5.5 0 0 1 11 0V22zM0 22v-4.2a4.4 4.4 0 0 1 5-4.3 8 8 0 0 0-.7 3.2V22zM24 22v-4.2a4.4 4.4 0 0 0-5-4.3c.4 1 .7 2 .7 3.2V22z';
export const artefact =
  'M12 0l7 10-7 14-7-14zM12 4.5L8.2 10 12 12zM1 14.5l3-1.3 1.2 2.4c-.8.4.3 1.2 2.3 1.6l1.2 2.5C3.8 19.3-.6 17.2 1 14.5zM23 14.5l-3-1.3-1.2 2.4c.8.4-.3 1.2-2.3 1.6l-1.2 2.5c4.9-.4 9.3-2.5 7.7-5.2z';
export const anyAffinity =
  'M12 0l6 6H6zM6 13a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM18 11l4 6-4 7-4-7zM4 7h16v2.5H4z';

// Manoeuvres
export const send = 'M2 19.5h10V23H2zM3 15h8v3H3zM4 10.5h6v3H4zM15 3l8 8-8 8v-5h-2V8h2z';
export const spyOn =
  'M10 1a9 9 0 0 1 7.3 14.2L23.5 21 21 23.5l-5.8-6.2A9 9 0 1 1 10 1zm0 3a6 6 0 1 0 0 12a6 6 0 0 0 0-12zM6 10c1-1.7 2.3-2.5 4-2.5s3 .8 4 2.5c-1 1.7-2.3 2.5-4 2.5S7 11.7 6 10z';
export const kill =
  'M10.5 0h3v3.2a9 9 0 0 1 7.3 7.3H24v3h-3.2a9 9 0 0 1-7.3 7.3V24h-3v-3.2a9 9 0 0 1-7.3-7.3H0v-3h3.2a9 9 0 0 1 7.3-7.3zM12 6a6 6 0 1 0 0 12a6 6 0 0 0 0-12zm0 4a2 2 0 1 1 0 4a2 2 0 0 1 0-4z';
export const influence =
  'M2 9h5L17 2v18L7 14H2zM4 15.5h4L10 23H6zM19 6.5l3-2.5 1.3 1.6-3 2.4zM19.5 10H24v2h-4.5zM19 15.5l1.3-1.6 3 2.5L22 18z';
export const develop = 'M3 1h12v3H6v15H3zM8 6h13v17H8zm6.5 4L10.8 14h2.5v5h2.4v-5h2.5z';
export const special =
  'M12 0l2.3 6.5L20.5 3.5 17.5 9.7 24 12l-6.5 2.3 3 6.2-6.2-3L12 24l-2.3-6.5-6.2 3 3-6.2L0 12l6.5-2.3-3-6.2 6.2 3z';
export const anyTime =
  'M4 1h16v4l-6 7 6 7v4H4v-4l6-7-6-7zm3 3v.5L9.3 7h5.4L17 4.5V4zM12 14l-4 5h8z';

// Politics and secrets
export const trade = 'M16 1l7 6-7 6V9H2V5h14zM8 11v4h14v4H8v4l-7-6z';
export const oath =
  'M8 24V15L5 11.5 7 9.5l2 1.7V2.5a1.4 1.4 0 0 1 2.8 0V9h.4V1.4a1.4 1.4 0 0 1 2.8 0V9h.4V2.5a1.4 1.4 0 0 1 2.8 0V15l-2 3.5V24z';
export const show =
  'M0 12c3-5.3 7-8 12-8s9 2.7 12 8c-3 5.3-7 8-12 8s-9-2.7-12-8zm12-5a5 5 0 1 0 0 10a5 5 0 0 0 0-10zm0 2.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5z';
export const claim = 'M1 2h22v15H12l-6 6v-6H1zm4 4v2.5h14V6zm0 5v2.5h9V11z';
export const bid =
  'M4 9V6.5a2 2 0 0 1 4 0 2 2 0 0 1 4-1 2 2 0 0 1 4 .5 2 2 0 0 1 4 1V14l-3 5v4H7v-4L3 15v-4.5L9.5 10v2.3L6 12.6l2 1.9h5V9z';
export const attack =
  'M12 0c3 4 8 5 11 4-1 7-1 15-11 20C2 19 2 11 1 4c3 1 8 0 11-4zM6.5 9l1 4 4 1zM17.5 9l-1 4-4 1zM8 17l1.3 2L10.7 17l1.3 2 1.3-2 1.4 2 1.3-2z';
export const marker = 'M5 0h3v24H5zM9.5 2H22l-4 5.5 4 5.5H9.5z';
export const card = 'M4 1h16v22H4zm3 3v8h10V4zm0 11v2h10v-2zm0 3.5v2h6v-2z';
export const darkness = 'M15 1A11 11 0 1 0 23 15.5 9 9 0 0 1 15 1z';

// Tokens of cabals and of the Others
export const blockhaus = 'M1 11l4-6h14l4 6v11H1zM5 11v3.5h14V11z';
export const revolt =
  'M12.5 0c0 5 7 8 7 15a7.5 7.5 0 0 1-15 .5c0-3.5 2.5-5 2.5-8.5 1.8 1 2.8 2.5 3 4.5 2-3 3-7 2.5-11.5zM12 14c-.3 2-2.5 2.8-2.5 5a2.6 2.6 0 0 0 5.2 0c0-2-2-3-2.7-5z';
export const sleeper =
  'M1 8.5L3.5 7C6 10.5 9 12 12 12s6-1.5 8.5-5L23 8.5c-.8 1.3-1.7 2.4-2.7 3.3l2 3-2.3 1.4-2-2.8c-1.1.6-2.3 1-3.5 1.3V19h-3v-4.3c-1.2-.3-2.4-.7-3.5-1.3l-2 2.8-2.3-1.4 2-3C2.7 10.9 1.8 9.8 1 8.5z';
export const membership = 'M1 4h22v16H1zm3.5 3.5v9h6v-9zm8.5.5v2.5h7V8zm0 5v2.5h7V13z';
export const corruption =
  'M11 5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15zM20 2a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM21 16a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4zM3.5 1a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5zM3 20.5a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 0 1 0-3.2z';

// Dictopia
export const eye = [
  '0 0 24 14',
  'M0 7c3-4.6 7-7 12-7s9 2.4 12 7c-3 4.6-7 7-12 7S3 11.6 0 7zm12-4.6a4.6 4.6 0 1 0 0 9.2a4.6 4.6 0 0 0 0-9.2zm0 2.4a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4z',
] as const;
export const envelope = 'M1 4h22v1.5l-11 8-11-8zM1 8.5l11 8 11-8V20H1z';
export const envelopeOpen =
  'M12 0l11 8v1.5l-3 2.2V6.5H4v5.2L1 9.5V8zM6 8.5h12v4.6L12 17.5 6 13.1zM1 12l11 8 11-8v12H1z';
export const denounce =
  'M1 1h22v17h-8l-3 5.5L9 18H1zM10.3 4l.5 7.5h2.4L13.7 4zM10.4 13v2.6h3.200V13z';

// House
export const check = 'M9.5 20.5L1 12l3.2-3.2 5.3 5.3L19.8 3.5 23 6.7z';
export const cross = 'M4 1l8 8 8-8 3 3-8 8 8 8-3 3-8-8-8 8-3-3 8-8-8-8z';
export const plus = 'M10 2h4v8h8v4h-8v8h-4v-8H2v-4h8z';
export const minus = 'M2 10h20v4H2z';
export const arrow = 'M13 3l9 9-9 9v-6.5H2v-5h11z';
export const back = 'M11 3l-9 9 9 9v-6.5h11v-5H11z';
export const undo = 'M10 1v5h4a8.5 8.5 0 0 1 0 17H5v-4h9a4.5 4.5 0 0 0 0-9h-4v5L1 8z';
export const lock = 'M6 10V7a6 6 0 0 1 12 0v3h3v13H3V10zm3 0h6V7a3 3 0 0 0-6 0zm1.5 4v5h3v-5z';
export const clock =
  'M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22zm0 3a8 8 0 1 1 0 16a8 8 0 0 1 0-16zm-1.3 2v7l5 3 1.3-2.2-3.7-2.2V6z';
export const sound = 'M1 8h5l7-6v20l-7-6H1zM16 8l2-1.5a8 8 0 0 1 0 11L16 16a5.5 5.5 0 0 0 0-8z';
export const help =
  'M6.5 8c0-4 2.4-6 5.8-6 3.5 0 5.7 2 5.7 5 0 4.5-4.2 4.7-4.2 9h-3.6c0-5.7 3.9-6.3 3.9-8.8 0-1.2-.7-1.9-1.9-1.9-1.3 0-2 .8-2 2.7zM10 18.5h4V22h-4z';
export const menu = 'M2 4h20v3.5H2zM2 10.3h20v3.5H2zM2 16.5h20V20H2z';
export const person =
  'M12 1a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11zM2 23v-3c0-4 4-6.5 10-6.5S22 16 22 20v3z';
export const bot =
  'M11 0h2v4h8v15H3V4h8zM7 8.5v4h3.5v-4zm6.5 0v4H17v-4zM7 15v2h10v-2zM7 20h10v4H7z';
export const tv = 'M1 3h22v15H1zm3 3v9h16V6zM7 20h10v2.5H7z';
export const link =
  'M13 7l3-3a4.5 4.5 0 0 1 6 6l-4 4a4.5 4.5 0 0 1-6 0l2-2a2 2 0 0 0 2.5 0l4-4A2 2 0 0 0 18 5.5L15.5 8zM11 17l-3 3a4.5 4.5 0 0 1-6-6l4-4a4.5 4.5 0 0 1 6 0l-2 2a2 2 0 0 0-2.5 0l-4 4A2 2 0 0 0 6 18.5L8.5 16z';
export const map = 'M1 4l7-3 8 3 7-3v19l-7 3-8-3-7 3zm8.2 0v14l5.6 2V6z';
export const journal = 'M3 1h18v22H3zm4 4v2.5h10V5zm0 5v2.5h10V10zm0 5v2.5h6V15z';

// Cabals: the outline is the cabal. Letter in the middle, 28 grid with room for a stroke.
export const cabalCoordination = [
  '-2 -2 28 28',
  'M12-.5a12.5 12.5 0 1 0 0 25a12.5 12.5 0 1 0 0-25z',
] as const;
export const cabalGarde = [
  '-2 -2 28 28',
  'M.5-.5h23v12.5c0 6.5-5 10.5-11.5 13.2C5.5 22.5 .5 18.5 .5 12z',
] as const;
export const cabalPolisec = [
  '-2 -2 28 28',
  'M-1.8 12C2 4.8 6.8 1.5 12 1.5S22 4.8 25.8 12C22 19.2 17.2 22.5 12 22.5S2 19.2-1.8 12z',
] as const;
export const cabalResistance = ['-2 -2 28 28', 'M12 -1.5L25.5 22.5H-1.5z'] as const;
export const cabalSyndicat = ['-2 -2 28 28', 'M6 1h12l6.5 11L18 23H6L-.5 12z'] as const;
export const cabalPegre = ['-2 -2 28 28', 'M12 -1.5L25.5 12 12 25.5-1.5 12z'] as const;
export const cabalProgres = ['-2 -2 28 28', 'M0 2h15l9.5 10L15 22H0l5-10z'] as const;
export const cabalOthers = [
  '-2 -2 28 28',
  'M12 0l3 5 6-2-2 6 5 3-5 3 2 6-6-2-3 5-3-5-6 2 2-6-5-3 5-3-2-6 6 2z',
] as const;

// Drawn since
export const day =
  'M12 6.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11zM10.8 0h2.4v4h-2.4zM10.8 20h2.4v4h-2.4zM0 10.8h4v2.4H0zM20 10.8h4v2.4h-4zM2.7 4.4l1.7-1.7 2.8 2.8-1.7 1.7zM16.8 18.5l1.7-1.7 2.8 2.8-1.7 1.7zM19.6 2.7l1.7 1.7-2.8 2.8-1.7-1.7zM5.5 16.8l1.7 1.7-2.8 2.8-1.7-1.7z';
export const night = 'M15 1.5a11 11 0 1 0 7.5 14.6A9 9 0 0 1 15 1.5z';
export const mute =
  'M1 8h5l7-6v20l-7-6H1zM15.2 9.8l1.9-1.9 2.3 2.3 2.3-2.3 1.9 1.9-2.3 2.3 2.3 2.3-1.9 1.9-2.3-2.3-2.3 2.3-1.9-1.9 2.3-2.3z';
export const home = 'M12 1.500l11 9.500h-3V22h-6v-7h-4v7H4V11H1z';
export const gear =
  'M10 1h4l.6 3 2 .8 2.500-1.700 2.800 2.800-1.700 2.500.8 2 3 .6v4l-3 .6-.8 2 1.700 2.500-2.800 2.800-2.500-1.700-2 .8-.6 3h-4l-.6-3-2-.8-2.500 1.700-2.800-2.800 1.700-2.500-.8-2-3-.6V9l3-.6.8-2-1.700-2.500 2.800-2.800 2.500 1.700 2-.8zM12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8z';
export const pencil = 'M17 1l6 6-3 3-6-6zM12.500 5.500l6 6L7.500 22.500 1 23l.5-6.500z';
export const cup =
  'M6 1h12v3h5v3c0 3-2 5-5.200 5.200A6.500 6.500 0 0 1 13.500 15.500V19H18v4H6v-4h4.500v-3.500A6.500 6.500 0 0 1 6.200 12.200C3 12 1 10 1 7V4h5zM3.500 6.500V7c0 1.500.9 2.500 2.500 2.700V6.500zm17 0H18v3.200c1.600-.2 2.500-1.200 2.500-2.700z';
export const enlarge =
  'M1 20L6.500 5h3L15 20h-3.200l-1-3H5.200l-1 3zm5-5.500h4L8 8.500zM18 5h2.500v3.700H24v2.500h-3.500V15H18v-3.800h-3.500V8.700H18z';
export const share =
  'M12 1l6 6-1.900 1.900-2.800-2.700V15h-2.600V6.200L7.900 8.900 6 7zM3 11h5v2.500H5.500v7h13v-7H16V11h5v12H3z';
