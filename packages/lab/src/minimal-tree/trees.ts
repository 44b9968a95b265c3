// The trees of the paper's experiments: synthetic ones, each of a seed, and shogi trees that keep the best 5
// or 20 moves of a node. A. Ura and others took 32 middle-game positions of professional games at random and
// do not print them; these are 32 of the 47 of test/data/shogi/positions.sfen, games of title matches and
// leagues from 1958 to 2023 (sources are named there), in the order of their dates.
import type { TestPosition } from '../positions.js';

const MIDDLE_GAMES: readonly string[] = [
  'ln3g1nl/1r3skb1/3g1p1p1/p1pps1p1p/1p7/P1PPSPP1P/1PB3NP1/2R1G1SK1/LN3G2L b Pp',
  'ln2r2nl/6gk1/p1g3bp1/4pss1p/PpPP1ppP1/2GSP3P/1PNGSPP2/2K4R1/L1B4NL b 2p',
  'ln1g3nl/1ks3r2/1pp1g1b1p/p2psp1p1/6R2/P1PPPP3/1P1SS1N1P/1BKGG4/LN6L b P3p',
  'ln4knl/1r4g2/2sp1gspp/p1pbppp2/1p5P1/2PPPBPSP/PPSG1P3/2G4R1/LNK4NL w -',
  'ln5nl/1r3bgk1/p2p1g1pp/4p1ps1/2sP1p1NP/2S1P1PP1/PP1G1PS2/2GB2R2/LNK5L b 2Pp',
  'ln3g1nl/2r1gsk2/p2p1p1p1/4p1p1p/1NsP5/2b1PS2P/PP3PPP1/2G1R1SK1/L4G1NL b B2Pp',
  'lnG1k1snl/2R1s1gb1/1rp1ppp2/pP6p/9/P1P5P/3PPPP2/1SG3S2/LN2KG1NL w 2Pb2p',
  'ln1gk2n+B/1rs3+L2/2p1pp2p/p2p5/1p6b/P1P6/1P1PPPP1P/2G6/LNS1KG1+pL b G2S2Prn',
  'ln4gnk/6gsl/3rps1pp/p1pp1ppb1/1p2P3P/P1PP1SP2/1P3P1P1/1B3G1SL/LN1R2GNK b -',
  '1n2b1gnk/3s2gsl/l1pp1p1pp/pr4p2/1pP1pS3/2RP2PBP/PPN1PP1P1/4G1SK1/L4G1NL b -',
  'ln1r1k1nl/4g1gb1/p3ss1pp/1pppp1p2/5p2B/2PPP1P2/PPSGSP2P/2G4R1/LN1K3NL b P',
  'lns4nl/2kg2r2/ppppg1bp1/4pps1p/3P5/P1P1S1P1P/1PB1PPSP1/3RG1G2/LN4KNL b p',
  'ln5nl/1r1s2gk1/p2p1gsp1/2pbppp1p/1p7/2PPP1PPP/PPSG1PN2/2GB1SR2/LNK5L b -',
  'l1kg3nl/1r4sb1/2ngp2pp/2sp1pP2/PPP2NRP1/1K2P4/3PSP2P/1BS1G4/LN1G4L b 4P',
  'ln5nl/1r4gk1/1ppgpsbp1/p2ps3p/1PPPSpp2/PR2P3P/B1N3P2/4G1SK1/L4G1NL w 2P',
  'l6nl/5sgk1/p1ngpp1p1/6r1p/2S2BpP1/2P1PS3/PPNG1PP1P/1GK4R1/L5bNL b 2Ps2p',
  'l4k1nl/1r3sgb1/p2gsp1pp/4p1p2/1p1nP1P2/2pS1S3/PP1G1P1PP/2G3R2/LNBK3NL w P2p',
  'l4gknl/4g1sb1/p3sp2p/1pp1p1pB1/1n1r5/2PpP4/PP2GPP1P/1SG2S1R1/LN1K3NL b 2Pp',
  'l3gk1nl/3s2gs1/p1npppb2/8p/1r3P3/2p3PR1/PP1PP1N1P/1BG1KSG2/LNS5L b 2P3p',
  'ln4bnk/1r2g2gl/p1ppspps1/4p2pp/1p1P5/2P2PPPP/PPBSPGN2/3R2SK1/LN3G2L b -',
  'ln1g3nl/1ks4b1/pp5rp/2sp5/5gpp1/1PSS1p3/P1BP2PPP/1KG1RG3/LN5NL b 2P3p',
  'ln4knl/1r1sg1g2/2pp2spp/p3ppp2/9/PPPPP2P1/1S1G1PP1P/2G2S1R1/LNK4NL b Bbp',
  'lns6/2k1g1R2/1pppp2pp/6s+b1/p2+B1p3/2P1P2s1/PP1P4P/2KGN4/LNS4+rL b GPgnl3p',
  'l3g3l/3sk1g2/n1ppppns1/pr6p/2P6/P6RP/1PNPPPP2/2GSKSG2/L6NL w B2Pb2p',
  'l3b1knl/1r4g2/p1n2g1s1/2psp1ppp/3p1p1P1/1PPPP1PS1/P1SG1PN1P/1KGB3R1/LN6L w P',
  'l1kg3nl/2ss1r3/1p1g4p/2pppbp2/5N1P1/PPPSPBP2/+n2P1P2P/LSG4R1/K2G4L b 3Pn',
  'lr5nl/2kg2g2/2nss4/p1ppp1pBp/1p3P3/P1PPP1P1P/1PSG1SNp1/2G6/LNK4RL w Pbp',
  '+Bn6l/3g1skg1/p4pnpp/1rP1p1p2/1pSP4P/4P4/PP1S1PPP1/1b4SK1/LN1G1G1NL w LPrp',
  'lk5nl/1sg6/3gp1bpp/1p1ps1p2/pn3p1P1/3PP1P2/PP1GSP2P/LS7/KNG1B2NL b RPrp',
  'l6nl/1r2gbk2/2n2sg2/p1p1ppppp/1p1p3P1/P1PP1SP1P/1P1G1PN2/2GB3R1/LNK5L b Ssp',
  'lns5+B/1kg6/pppp+L3p/7p1/9/2P2bP2/PP1P1+p2P/2KS+p3R/LN1G3NL b RSNP2gs3p',
  'lr5nl/2kg2g2/2ns1s1p1/p1ppppp1p/7P1/PPPPPPP1P/1GNS1SN2/1K2G4/L6RL w Bbp',
];

/** Where a tree begins. */
export type TreeRoot = TestPosition<'synthetic' | 'shogi'>;

/** Children of a node. */
export type TreeWidth = 5 | 20;

/**
 * Which distribution edges have is tuned: the child that is best two plies less deep is to be the best as
 * often as in the paper's figure 6. See the experiment minimal-tree/figure-6.
 */
const EDGES: Readonly<Record<TreeWidth, string>> = { 5: ',dist=normal', 20: '' };

export const syntheticTree = (width: TreeWidth, seed: number): TreeRoot => ({
  game: 'synthetic',
  name: `b=${width} seed ${seed}`,
  position: `b=${width},seed=${seed}${EDGES[width]}`,
});

/** The first `count` synthetic trees of a width. */
export const syntheticTrees = (width: TreeWidth, count: number): readonly TreeRoot[] =>
  Array.from({ length: count }, (_, index) => syntheticTree(width, index + 1));

const shogiPlaces = (width: TreeWidth): readonly TreeRoot[] =>
  MIDDLE_GAMES.map((sfen, index) => ({
    game: 'shogi',
    name: `b=${width} middle game ${index + 1}`,
    position: `${sfen} b=${width}`,
  }));

/** Some of the 32 middle games, from the first to the last. */
export function shogiTrees(width: TreeWidth, count: number): readonly TreeRoot[] {
  const all = shogiPlaces(width);
  const most = Math.min(count, all.length);
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]!);
}
