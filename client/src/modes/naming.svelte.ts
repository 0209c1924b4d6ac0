/** A name that was typed on the front page and not yet said to the house. */
export const naming = $state({ name: '' });
