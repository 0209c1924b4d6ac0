/** Prague by night: our own drawing, in map units of 1000 × 720. Sectors that touch share an edge. */
export interface Place {
  /** The outline. */
  shape: string;
  /** The sectors that touch it, or that a bridge links to it. */
  neighbours: readonly string[];
  /** The middle of the name's baseline. */
  label: readonly [number, number];
  /** The feet of its stacks: they grow upwards. */
  stacks: readonly (readonly [number, number])[];
  /** Where the influence markers that are left lie. */
  flag: readonly [number, number];
  /** The landmark: where its square begins, and its side. */
  mark: readonly [x: number, y: number, side: number];
  /** Lit windows: people live there. */
  lit: boolean;
}

export const prague: Record<string, Place> = {
  artefact: {
    shape:
      'M306 24L336 92L318 160L352 234L336 262L328 340L262 318L186 342L132 322L58 284L84 232L30 168L70 120L48 60L140 24L196 56Z',
    neighbours: ['mala_strana', 'college'],
    label: [196, 298],
    stacks: [
      [206, 272],
      [256, 272],
      [304, 256],
    ],
    flag: [112, 270],
    mark: [90, 70, 136],
    lit: false,
  },
  college: {
    shape: 'M306 24L606 24L602 84L560 128L480 146L396 180L352 234L318 160L336 92Z',
    neighbours: ['artefact', 'josefov'],
    label: [478, 50],
    stacks: [
      [448, 132],
      [496, 126],
      [544, 116],
    ],
    flag: [358, 188],
    mark: [336, 76, 84],
    lit: false,
  },
  mala_strana: {
    shape:
      'M328 340L262 318L186 342L132 322L104 392L160 452L218 520L292 552L366 545L360 520L342 430Z',
    neighbours: ['vieille_ville', 'centre_motol', 'artefact'],
    label: [258, 360],
    stacks: [
      [228, 490],
      [274, 512],
      [322, 512],
    ],
    flag: [284, 420],
    mark: [150, 364, 84],
    lit: true,
  },
  centre_motol: {
    shape: 'M104 392L160 452L218 520L292 552L366 545L384 630L390 696L64 696L24 652L24 452Z',
    neighbours: ['mala_strana'],
    label: [214, 682],
    stacks: [
      [180, 654],
      [230, 654],
      [280, 654],
    ],
    flag: [330, 650],
    mark: [44, 500, 108],
    lit: false,
  },
  josefov: {
    shape: 'M392 322L400 272L438 226L508 200L552 192L570 262L530 330L452 336Z',
    neighbours: ['vieille_ville', 'college'],
    label: [462, 329],
    stacks: [
      [496, 304],
      [540, 296],
      [546, 240],
    ],
    flag: [530, 222],
    mark: [410, 236, 66],
    lit: false,
  },
  vieille_ville: {
    shape:
      'M392 322L452 336L530 330L570 262L552 192L590 184L634 138L644 220L626 310L662 396L560 452L480 440L406 440L390 340Z',
    neighbours: ['josefov', 'nouvelle_ville', 'mala_strana', 'hypogees'],
    label: [506, 437],
    stacks: [
      [444, 408],
      [494, 408],
      [544, 408],
    ],
    flag: [600, 400],
    mark: [556, 226, 78],
    lit: true,
  },
  hypogees: {
    shape:
      'M634 138L650 120L664 76L736 130L752 230L806 318L790 370L742 412L662 396L626 310L644 220Z',
    neighbours: ['vieille_ville', 'nouvelle_ville', 'combinat'],
    label: [712, 394],
    stacks: [
      [668, 364],
      [714, 368],
      [760, 360],
    ],
    flag: [700, 254],
    mark: [654, 134, 78],
    lit: false,
  },
  combinat: {
    shape: 'M664 76L672 24L920 24L976 80L976 290L912 300L884 356L836 372L806 318L752 230L736 130Z',
    neighbours: ['faubourgs', 'karst', 'hypogees'],
    label: [880, 268],
    stacks: [
      [832, 240],
      [882, 240],
      [932, 240],
    ],
    flag: [916, 130],
    mark: [760, 40, 116],
    lit: false,
  },
  nouvelle_ville: {
    shape:
      'M406 440L480 440L560 452L662 396L742 412L790 436L716 510L680 566L596 546L520 566L432 556L422 515Z',
    neighbours: ['vieille_ville', 'forteresse', 'faubourgs', 'hypogees'],
    label: [590, 540],
    stacks: [
      [548, 514],
      [598, 514],
      [648, 514],
    ],
    flag: [690, 470],
    mark: [424, 452, 90],
    lit: true,
  },
  forteresse: {
    shape: 'M432 556L520 566L596 546L680 566L656 632L672 696L456 696L446 615Z',
    neighbours: ['nouvelle_ville', 'faubourgs'],
    label: [580, 684],
    stacks: [
      [576, 656],
      [622, 656],
      [640, 610],
    ],
    flag: [616, 592],
    mark: [458, 582, 92],
    lit: false,
  },
  faubourgs: {
    shape:
      'M790 436L836 372L884 356L872 430L828 520L846 600L822 696L672 696L656 632L680 566L716 510Z',
    neighbours: ['nouvelle_ville', 'forteresse', 'combinat', 'karst'],
    label: [754, 684],
    stacks: [
      [706, 656],
      [756, 656],
      [806, 656],
    ],
    flag: [760, 560],
    mark: [742, 440, 88],
    lit: true,
  },
  karst: {
    shape: 'M976 290L912 300L884 356L872 430L828 520L846 600L822 696L930 696L976 650Z',
    neighbours: ['faubourgs', 'combinat'],
    label: [904, 682],
    stacks: [
      [866, 656],
      [912, 656],
      [954, 630],
    ],
    flag: [920, 500],
    mark: [876, 356, 96],
    lit: false,
  },
};
