/** Notes on products, for the back office alone. */
export const memos = {
  café: [
    'Order by 12:00 for the next morning.',
    'Ask about allergies.',
    'Sold out by noon on Saturdays; make a second batch at 10.',
    'Recipe revised in September.',
    'Half portion at half price for children.',
    'Do not list on the board when the season is over.',
  ],
  shelf: [
    'Delivery on Tuesdays and Fridays.',
    'Check the best-before date at the shelf every Monday.',
    'The supplier changed the package in spring; both codes are in use.',
    'Top shelf, left of the till.',
    'Moves to the front of the shop before holidays.',
    'Keep two boxes in the back room.',
  ],
};
