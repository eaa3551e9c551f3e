// Nothing here is for others: the target exists for what it links.
