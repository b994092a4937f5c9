"""What brings lists from OpenReview, PMLR and addresses. Transport and waiting are passed in."""
